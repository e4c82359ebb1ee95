"""A schema for people who know no JSON Schema: said in sentences, shown as fields, made from examples, mended by one press."""
