"""The Check view: schema, reply and verdict, without a model."""
