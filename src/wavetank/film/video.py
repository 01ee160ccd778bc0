"""Videos by PyAV: H.264 for films, animated WebP for web pages."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from wavetank.film.light import Image

if TYPE_CHECKING:
    from av import VideoFrame

FINEST_RATE = 1001
"""Rates are told as fractions of whole numbers up to this: 30, 12.5 and 30000/1001 are exact."""


@dataclass(frozen=True)
class Format:
    """How a kind of video is encoded, in FFmpeg's words."""

    container: str
    codec: str
    pixels: str
    quality: dict[str, str]
    layout: dict[str, str]
    high_definition: bool
    """Colours as BT.709 has them, and said so, codes from 16 to 235: what players expect."""


H264 = Format(
    container="mp4",
    codec="libx264",
    pixels="yuv420p",
    quality={"crf": "18", "preset": "medium"},
    layout={"movflags": "+faststart"},  # the index first: it plays while it loads
    high_definition=True,
)
WEBP = Format(
    container="webp",
    codec="libwebp_anim",
    pixels="bgra",
    quality={"quality": "75", "compression_level": "4"},
    layout={"loop": "0"},
    high_definition=False,
)


class Video:
    """A movie of one stream, encoded as it is written."""

    def __init__(self, path: Path, rate: float, size: tuple[int, int], format: Format) -> None:
        import av  # slow to import

        self.format = format
        self.rate = Fraction(rate).limit_denominator(FINEST_RATE)
        self.container = av.open(str(path), "w", format=format.container, options=format.layout)
        self.stream: Any = cast(
            Any, self.container.add_stream(format.codec, rate=self.rate, options=format.quality)
        )
        self.stream.width, self.stream.height = size
        self.stream.pix_fmt = format.pixels
        if format.high_definition:
            tag_colours(self.stream.codec_context)
        self.count = 0

    def write(self, image: Image) -> None:
        """Encode a picture."""
        frame = to_frame(image, self.format)
        frame.pts, frame.time_base = self.count, 1 / self.rate
        self.container.mux(self.stream.encode(frame))
        self.count += 1

    def close(self) -> None:
        """Write what the encoder still holds, and the index."""
        try:
            self.container.mux(self.stream.encode(None))
        finally:
            self.container.close()


def tag_colours(codec: Any) -> None:
    """Say in the file which colours its numbers mean."""
    from av.video.reformatter import ColorRange, Colorspace

    codec.color_primaries = codec.color_trc = codec.colorspace = Colorspace.ITU709.value
    codec.color_range = ColorRange.MPEG.value


def to_frame(image: Image, format: Format) -> "VideoFrame":
    """A picture in the numbers that are encoded."""
    from av import VideoFrame
    from av.video.reformatter import ColorRange, Colorspace

    frame = VideoFrame.from_ndarray(image, format="rgb24")
    if not format.high_definition:
        return frame.reformat(format=format.pixels)
    return frame.reformat(
        format=format.pixels,
        dst_colorspace=Colorspace.ITU709,
        dst_color_range=ColorRange.MPEG,
    )


Mp4 = partial(Video, format=H264)
Webp = partial(Video, format=WEBP)
