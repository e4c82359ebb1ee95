"""The lessons that come with the program."""
