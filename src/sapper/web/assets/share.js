// @ts-check
// Giving a link away: with the sheet of the phone where there is one, else to the clipboard.

/**
 * Share a link, or copy it. Returns what was done with it: nothing where the player changed his mind.
 * @param {string} url
 * @param {string} title
 * @returns {Promise<"shared" | "copied" | "not-copied" | "">}
 */
export async function shareLink(url, title) {
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

/**
 * Copy a text; return whether that was possible. Pages without HTTPS have no clipboard, but may copy a selection.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/**
 * Save what a canvas shows as a picture.
 * @param {HTMLCanvasElement} canvas
 */
export function savePicture(canvas) {
  canvas.toBlob((picture) => {
    if (!picture) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(picture);
    link.download = "sapper-position.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  });
}

/** @param {string} text */
function copySelected(text) {
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
