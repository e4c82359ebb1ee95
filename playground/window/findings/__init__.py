"""What was found in a reply, listed beside it: entry by entry, like ones folded."""
