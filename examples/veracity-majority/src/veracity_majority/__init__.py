"""A method, a model and a search backend for Veracity, as an example of its extension points."""
