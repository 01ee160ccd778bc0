"""Run one scene with each solver that can, and compare what a gauge near the wall sees."""

import wavetank as wt

gauge = (60, 60)
for name in ("damped_wave", "implicit_wave"):
    scene = wt.Scene.read("three_drops", {"solver": name, "frames.dt": 0.01})
    heights = [frame.surface[gauge] for frame in scene.simulation().frames(duration=3.0)]
    print(f"{name:14} highest {max(heights):.4f} m, lowest {min(heights):.4f} m")
