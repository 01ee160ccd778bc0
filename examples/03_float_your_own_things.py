"""A cork of your own rides on wavetank's water: two queries and a line of physics."""

import wavetank as wt

grid = wt.Grid(nx=160, ny=80, spacing=0.1)
model = wt.Model(grid, bed=0.0, surface=1.0, west=wt.WaveMaker(height=0.2, period=2.0), east="open")
simulation = wt.Simulation(model, wt.SOLVERS["implicit_wave"](model), dt=0.01)

x, y = 6.0, 4.0
for frame in simulation.frames(duration=8.0, rate=10):
    u, v = simulation.velocity(x, y)
    x, y = x + u / 10, y + v / 10
    print(f"{frame.time:4.1f} s  x = {x:6.3f} m  z = {simulation.height(x, y):6.3f} m")
