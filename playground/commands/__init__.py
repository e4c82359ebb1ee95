"""The subcommands of `playground`: each one a front end without a window."""
