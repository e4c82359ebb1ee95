"""PURE: what is in this reply, and is it what the schema asks for?"""
