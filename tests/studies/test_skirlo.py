"""What of Skirlo's two films must hold; and what must not."""

import pytest

from wavetank.studies import skirlo, skirlo_waves
from wavetank.studies.skirlo_waves import AS_FILMED, LATE, LOW, SOON


@pytest.fixture(scope="module")
def low():
    return skirlo_waves.bends(LOW, skirlo.STARTS, cells=128)


def test_a_hump_splits_into_two_halves_that_go_at_the_square_root_of_g_d():
    split = skirlo_waves.split(cells=400)

    assert split.heights == pytest.approx((0.5, 0.5), abs=0.01)
    assert split.speed == pytest.approx(1, abs=0.01)
    assert split.echo == pytest.approx(1, abs=0.05)


def test_the_front_goes_along_the_rays_and_bends_with_them(low):
    for part in low:
        assert part.took == pytest.approx(LATE - SOON, rel=0.01)
        assert part.front == pytest.approx(part.ray, abs=2)
    assert [part.ray - part.start > 0 for part in low] == [True, True, False]  # to the cone's top
    assert min(abs(part.ray - part.start) for part in low) > 10


def test_the_part_over_shallower_water_lags_as_the_rays_say(low):
    deep, shallow = low[0].lag, low[1].lag

    assert shallow[0] - deep[0] > 0.1
    assert shallow[1] - deep[1] == pytest.approx(shallow[0] - deep[0], rel=0.1)


def test_a_high_hump_is_faster_than_its_still_water_allows_and_lags_less(low):
    high = skirlo_waves.bends(AS_FILMED, skirlo.STARTS[:2], cells=96)

    assert high[1].took < 0.9 * (LATE - SOON)
    assert 0 < high[1].lag[1] - high[0].lag[1] < low[1].lag[1] - low[0].lag[1]


def test_a_round_hump_makes_a_ring_not_two_halves(low):
    assert low[1].share < 0.3


def test_the_waves_break_up_on_the_beach():
    assert skirlo_waves.most_pieces(cells=96, duration=4.0) > 3


def test_pictures_are_timed():
    took, busy = skirlo.seconds_a_picture("two_sines", size=(32, 18), sample=1)

    assert took > 0
    assert busy > 0


def test_the_verdicts_say_what_was_measured():
    verdicts = {row.claim: row.verdict for row in (*skirlo.splitting(), *skirlo.simulations())}

    for claim, verdict in verdicts.items():
        assert verdict == ("does not" if "round" in claim else "holds"), claim
