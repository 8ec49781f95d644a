import type { TrackedPart } from './messages.ts'

export type AssetUrls = { worker: URL; wasm: URL; model: URL }

const MODELS: Readonly<Record<TrackedPart, string>> = { hand: 'hand_landmarker.task', body: 'pose_landmarker.task' }

/**
 * Returns the addresses of the tracker's three files (worker script, WebAssembly, model of the hand or the body): in `folder`, or next to this
 * module if `folder` is undefined.
 */
export function findAssetUrls(part: TrackedPart, folder?: URL): AssetUrls {
  if (folder === undefined) return listShippedUrls(part)
  return {
    worker: new URL('vision-worker.js', folder),
    wasm: new URL('vision.wasm', folder),
    model: new URL(MODELS[part], folder),
  }
}

/** Resolves the address of a folder against the address of the page, and adds a trailing slash if it has none. Throws a TypeError for an invalid address. */
export function toFolderUrl(address: string | URL, page: string): URL {
  const url = new URL(address, page)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

// Bundlers recognize only this form, with the whole path as one literal, and copy the file.
function listShippedUrls(part: TrackedPart): AssetUrls {
  return {
    worker: new URL('./assets/vision-worker.js', import.meta.url),
    wasm: new URL('./assets/vision.wasm', import.meta.url),
    model:
      part === 'hand'
        ? new URL('./assets/hand_landmarker.task', import.meta.url)
        : new URL('./assets/pose_landmarker.task', import.meta.url),
  }
}
