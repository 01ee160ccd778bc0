"""Benchmarks: what a step costs, beside this machine's memory in the same run."""
