"""Lets ``python -m wavetank`` be the command."""

from wavetank.cli import main

main()
