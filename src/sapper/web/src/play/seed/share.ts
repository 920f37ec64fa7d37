// Giving a link away: with the sheet of the phone where there is one, else to the clipboard.

/** Share a link, or copy it. Returns what was done with it: nothing where the player changed his mind. */
export async function shareLink(url: string, title: string): Promise<"shared" | "copied" | "not-copied" | ""> {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  if (isTouch && navigator.share) {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "";
    }
  }
  return (await copy(url)) ? "copied" : "not-copied";
}

/** Copy a text; return whether that was possible. Pages without HTTPS have no clipboard, but may copy a selection. */
export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Save what a canvas shows as a picture. */
export function savePicture(canvas: HTMLCanvasElement) {
  canvas.toBlob((picture) => {
    if (!picture) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(picture);
    link.download = "sapper-position.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  });
}

function copySelected(text: string) {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
