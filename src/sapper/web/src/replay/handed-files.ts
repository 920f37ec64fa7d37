// Files that other programs hand over: shared with the installed page, or opened with it.

const SHARED = "shared"; // where the service worker has left one

interface LaunchQueue {
  setConsumer(take: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Open what was handed over, now and as long as the page is there. */
export async function takeFiles(open: (file: File) => void) {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files }) => {
    const file = await files?.[0]?.getFile();
    if (file) open(file);
  });
  const cache = await globalThis.caches?.open(SHARED).catch(() => null); // there are none without encryption
  const answer = await cache?.match(SHARED);
  if (!answer) return;
  await cache?.delete(SHARED);
  const name = decodeURIComponent(answer.headers.get("x-name") ?? "replay");
  open(new File([await answer.blob()], name));
}
