"""Videos by PyAV: H.264 and AV1 to be watched, ProRes to be cut, APNG for web pages."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wavetank.film.picture import Codes, Size

if TYPE_CHECKING:
    from av import VideoFrame

SOURCES = {8: "rgb24", 12: "gbrp12le"}
"""What FFmpeg calls our codes, by their bits."""

os.environ.setdefault("SVT_LOG", "1")  # else the AV1 encoder tells its settings on every terminal


@dataclass(frozen=True)
class Video:
    """An encoder of one kind of video, in FFmpeg's words."""

    container: str
    codec: str
    pixels: str
    quality: dict[str, str]
    layout: dict[str, str] = field(default_factory=dict)
    bits: int = 8
    """Of the codes it is made from: 12 where it keeps 10."""
    high_definition: bool = True
    """Colours as BT.709 has them, and said so, black and white as 16 and 235 of 255: what players
    expect."""
    even: bool = True
    """Must width and height be? Where two pixels share a colour."""

    def encode(self, path: Path, pictures: Iterable[Codes], rate: Fraction, size: Size) -> None:
        """Write a file of one stream."""
        import av  # slow to import

        with av.open(str(path), "w", format=self.container, options=self.layout) as container:
            stream: Any = container.add_stream(self.codec, rate=rate, options=self.quality)
            stream.width, stream.height = size
            stream.pix_fmt = self.pixels
            stream.codec_context.thread_type = "FRAME"  # halves the time on two cores
            if self.high_definition:
                tag_colours(stream.codec_context)
            for count, codes in enumerate(pictures):
                frame = self.frame(codes)
                frame.pts, frame.time_base = count, 1 / rate
                container.mux(stream.encode(frame))
            container.mux(stream.encode(None))

    def frame(self, codes: Codes) -> "VideoFrame":
        """A picture in the numbers that are encoded."""
        from av import VideoFrame
        from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc

        frame = VideoFrame.from_ndarray(codes, format=SOURCES[self.bits])
        if not self.high_definition:
            return frame.reformat(format=self.pixels)
        return frame.reformat(
            format=self.pixels,
            dst_colorspace=Colorspace.ITU709,
            dst_color_range=ColorRange.MPEG,
            dst_color_trc=ColorTrc.BT709,
            dst_color_primaries=ColorPrimaries.BT709,
        )


H264 = Video(
    container="mp4",
    codec="libx264",
    pixels="yuv420p",
    quality={"crf": "18", "preset": "medium"},
    layout={"movflags": "+faststart"},  # the index first: it plays while it loads
)
PRORES = Video(
    container="mov",
    codec="prores_ks",
    pixels="yuv422p10le",
    quality={"profile": "hq", "vendor": "apl0"},  # some programs read Apple's only
    bits=12,
)
AV1_WEBM = Video(
    container="webm",
    codec="libsvtav1",
    pixels="yuv420p10le",
    quality={"crf": "18", "preset": "6"},  # half as large as H.264 at its 18
    bits=12,
)
AV1_MKV = Video("matroska", AV1_WEBM.codec, AV1_WEBM.pixels, AV1_WEBM.quality, bits=12)
APNG = Video(
    container="apng",
    codec="apng",
    pixels="rgb24",
    quality={"pred": "mixed"},
    layout={"plays": "0"},
    high_definition=False,
    even=False,
)


def tag_colours(codec: Any) -> None:
    """Say in the file which colours its numbers mean."""
    from av.video.reformatter import ColorRange, Colorspace

    codec.color_primaries = codec.color_trc = codec.colorspace = Colorspace.ITU709.value
    codec.color_range = ColorRange.MPEG.value
