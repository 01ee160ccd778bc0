"""Animated GIF: 256 colours for a whole film, which FFmpeg chooses among all its pictures.

One choice for all keeps still water still, and the file less than half as large as a choice for
each picture. The colours between are mixed by dots, or a sky would have steps.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wavetank.film.picture import Codes, Size

if TYPE_CHECKING:
    from av import VideoFrame

MIXING = "dither=sierra2_4a"
"""Measured beside ordered dots: nearer to the picture by 2 dB, and a tenth larger."""


class Gif:
    """An encoder of animated GIFs."""

    bits, even = 8, False

    def encode(self, path: Path, pictures: Iterable[Codes], rate: Fraction, size: Size) -> None:
        """Write a file; the pictures are gone through twice."""
        import av

        palette = chosen_colours(pictures, rate, size)
        with av.open(str(path), "w", format="gif", options={"loop": "0"}) as container:
            stream: Any = container.add_stream("gif", rate=rate)
            stream.width, stream.height = size
            stream.pix_fmt = "pal8"
            stream.codec_context.time_base = 1 / rate
            for frame in reduced(pictures, palette, rate, size):
                container.mux(stream.encode(frame))
            container.mux(stream.encode(None))


def chosen_colours(pictures: Iterable[Codes], rate: Fraction, size: Size) -> "VideoFrame":
    """The colours with which a film is shown best, as a frame of 16 x 16 pixels."""
    graph, source, sink = graph_from(size, rate)
    choice = graph.add("palettegen")
    source.link_to(choice)
    choice.link_to(sink)
    graph.configure()
    for frame in frames(pictures, rate):
        source.push(frame)
    source.push(None)
    palette: VideoFrame = sink.pull()
    return palette


def reduced(
    pictures: Iterable[Codes], palette: "VideoFrame", rate: Fraction, size: Size
) -> Iterator["VideoFrame"]:
    """The pictures in the colours of a palette."""
    graph, source, sink = graph_from(size, rate)
    colours = graph.add_buffer(
        width=palette.width, height=palette.height, format=palette.format, time_base=1 / rate
    )
    reduction = graph.add("paletteuse", MIXING)
    source.link_to(reduction, 0, 0)
    colours.link_to(reduction, 0, 1)
    reduction.link_to(sink)
    graph.configure()
    palette.pts, palette.time_base = 0, 1 / rate
    colours.push(palette)
    colours.push(None)
    for frame in frames(pictures, rate):
        source.push(frame)
        yield from ready(sink)
    source.push(None)
    yield from ready(sink)


def graph_from(size: Size, rate: Fraction) -> tuple[Any, Any, Any]:
    """A chain of filters yet to be linked, where its pictures go in, and where out."""
    from av import VideoFormat
    from av.filter import Graph

    graph, colours = Graph(), VideoFormat("rgb24")
    source = graph.add_buffer(width=size[0], height=size[1], format=colours, time_base=1 / rate)
    return graph, source, graph.add("buffersink")


def frames(pictures: Iterable[Codes], rate: Fraction) -> Iterator["VideoFrame"]:
    """Pictures as the filters take them."""
    from av import VideoFrame

    for count, codes in enumerate(pictures):
        frame = VideoFrame.from_ndarray(codes, format="rgb24")
        frame.pts, frame.time_base = count, 1 / rate
        yield frame


def ready(sink: Any) -> Iterator["VideoFrame"]:
    """What a chain of filters has ready."""
    from av.error import BlockingIOError, EOFError

    while True:
        try:
            yield sink.pull()
        except (BlockingIOError, EOFError):  # not yet; no more
            return
