"""From a submission to the claims in it, each with the exact place that it came from."""
