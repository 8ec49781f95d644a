import type { TrackedPart } from './messages.ts'

export type AssetUrls = { worker: URL; wasm: URL; model: URL }

const MODELS: Readonly<Record<TrackedPart, string>> = { hand: 'hand_landmarker.task', body: 'pose_landmarker.task' }

/** Where script, compiled code and model lie: beside this module, or in the folder that the page names. */
export function findAssetUrls(part: TrackedPart, folder?: URL): AssetUrls {
  if (folder === undefined) return listShippedUrls(part)
  return {
    worker: new URL('vision-worker.js', folder),
    wasm: new URL('vision.wasm', folder),
    model: new URL(MODELS[part], folder),
  }
}

/** The address of a folder, with or without a slash at its end, as seen from the page. */
export function toFolderUrl(address: string | URL, page: string): URL {
  const url = new URL(address, page)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

// Bundlers know this very form, with the whole path as one text, and carry the file along.
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
