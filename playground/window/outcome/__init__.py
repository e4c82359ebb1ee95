"""The right column: the attempts, what was wrong with the selected one, and what came of the run."""
