"""Writes pictures with 256 colours: a third of the size, and the eye sees no difference on a page."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Counts colours of five bits a channel; the most frequent ones are the palette, every other takes the nearest of them.
REDUCE = """async data => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;
  const keys = new Uint16Array(width * height);
  const bins = new Map();
  for (let at = 0; at < keys.length; at++) {
    const [r, g, b] = pixels.subarray(4 * at, 4 * at + 3);
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    keys[at] = key;
    let bin = bins.get(key);
    if (!bin) bins.set(key, (bin = { count: 0, exact: new Map(), colour: [r, g, b] }));
    bin.count++;
    const exact = (r << 16) | (g << 8) | b;
    bin.exact.set(exact, (bin.exact.get(exact) ?? 0) + 1);
  }
  for (const bin of bins.values()) {
    const [often] = [...bin.exact].reduce((one, other) => (other[1] > one[1] ? other : one));
    bin.colour = [often >> 16, (often >> 8) & 255, often & 255];
  }
  const palette = [...bins.values()].sort((one, other) => other.count - one.count).slice(0, 256);
  const nearest = ([r, g, b]) => {
    let [best, least] = [0, Infinity];
    palette.forEach(({ colour }, at) => {
      const far = 2 * (colour[0] - r) ** 2 + 4 * (colour[1] - g) ** 2 + 3 * (colour[2] - b) ** 2;
      if (far < least) [best, least] = [at, far];
    });
    return best;
  };
  const numbers = new Map([...bins].map(([key, bin]) => [key, nearest(bin.colour)]));
  let text = "";
  for (const key of keys) text += String.fromCharCode(numbers.get(key));
  return { width, height, palette: palette.flatMap(({ colour }) => colour), indices: btoa(text) };
}"""


def small_png(page: Page, data: bytes) -> bytes:
    """Return a picture with 256 colours; a blank page counts them."""
    found = page.evaluate(REDUCE, base64.b64encode(data).decode())
    width, height = found["width"], found["height"]
    indices = base64.b64decode(found["indices"])
    rows = b"".join(b"\0" + indices[row * width : (row + 1) * width] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", bytes(found["palette"])), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in parts)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
