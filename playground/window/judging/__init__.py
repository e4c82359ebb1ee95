"""Where the window has its judging done: off the GUI thread, the latest question first."""
