"""Benchmarks: what a step and a picture cost, all that is compared measured in the same run."""
