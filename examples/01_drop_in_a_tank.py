"""A drop falls into a square tank; print how high the middle stands, frame by frame."""

import wavetank as wt

grid = wt.Grid(nx=128, ny=128, spacing=0.02)
drop = wt.Drop(time=0.1, x=1.28, y=1.28, radius=0.1, height=0.05)

model = wt.Model(grid, bed=0.0, surface=0.3, sources=[drop])
simulation = wt.Simulation(model, wt.SOLVERS["implicit_wave"](model), dt=0.005)

for frame in simulation.frames(duration=2.0):
    print(f"{frame.time:5.2f} s  {frame.surface[64, 64]:.4f} m")

print(simulation.ledger)
