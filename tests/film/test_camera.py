from math import inf, nan

import pytest

from wavetank.look.camera import Camera

EYE, TARGET = (-6.0, -8.0, 7.0), (12.0, 6.0, 0.0)


def test_a_usual_lens_sees_as_far_around_as_on_35_mm_film():
    assert Camera(EYE, TARGET).field_of_view == pytest.approx(37.85, abs=0.01)
    assert Camera(EYE, TARGET, lens=12.0).field_of_view == pytest.approx(90)


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ((EYE, EYE), "target must not lie"),
        (((0.0, 0.0), TARGET), "eye must be three numbers"),
        ((EYE, (0.0, nan, 0.0)), "target must be three numbers"),
        ((EYE, TARGET, 0.0), "lens must be positive, got 0"),
        ((EYE, TARGET, inf), "lens must be positive"),
    ],
)
def test_a_camera_that_cannot_be_is_refused(values, complaint):
    with pytest.raises(ValueError, match=complaint):
        Camera(*values)
