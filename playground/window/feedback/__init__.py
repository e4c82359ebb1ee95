"""What is sent back to the model: strategy, language, wording, and a look at it before it is sent."""
