"""A round pond made of two formulas, with rain on it; count how much of it is wet."""

import numpy as np

import wavetank as wt


def bowl(x, y):
    """Ground that rises from the middle [m]."""
    return 0.04 * ((x - 4) ** 2 + (y - 4) ** 2)


grid = wt.Grid(nx=100, ny=100, spacing=0.08)
rain = wt.Rain(rate=40, radius=0.15, height=0.02)
model = wt.Model(grid, bed=bowl, surface=0.2, sources=[rain], seed=7)
simulation = wt.Simulation(model, wt.SOLVERS["implicit_wave"](model))

for frame in simulation.frames(duration=4.0, rate=2):
    print(f"{frame.time:3.1f} s  {np.mean(frame.depth > 1e-3):.1%} of the cells are wet")
