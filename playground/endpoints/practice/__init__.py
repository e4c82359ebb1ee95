"""The practice model: a built-in simulator that makes typical mistakes on purpose. No AI, no network; the same seed gives the same run."""

PRACTICE = "practice"  # the preset of an endpoint that is the practice model
