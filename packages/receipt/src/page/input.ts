/** A text that was chosen, dropped or pasted, and the name of where it came from; or why a file can't be read as text. */
export type InputText = { name: string } & (
  | { text: string }
  | { problem: 'not text' }
  | { problem: 'too large'; sizeBytes: number }
)

/** More than any receipt may hold, and still quick to read. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Calls `take` with what is dropped on a place, unless a place inside it took it. Returns a function that stops it. */
export function onDropped(
  place: Node,
  take: (transfer: DataTransfer) => void,
  setOver: (isOver: boolean) => void,
): () => void {
  const control = new AbortController()
  const listen = (kind: string, act: (event: DragEvent) => void) =>
    place.addEventListener(kind, (event) => act(event as DragEvent), { signal: control.signal })
  listen('dragover', (event) => {
    event.preventDefault()
    setOver(true)
  })
  listen('dragleave', ({ relatedTarget }) => {
    // Each element on the way is left; only leaving the place ends it.
    if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) setOver(false)
  })
  listen('drop', (event) => {
    setOver(false)
    if (event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer) take(event.dataTransfer)
  })
  return () => control.abort()
}

/** Calls `take` with what is pasted while no field has the focus. Returns a function that stops it. */
export function onPasted(take: (transfer: DataTransfer) => void): () => void {
  const paste = ({ target, clipboardData }: ClipboardEvent) => {
    if (target instanceof HTMLElement && target.matches('input, textarea')) return
    if (clipboardData) take(clipboardData)
  }
  document.addEventListener('paste', paste)
  return () => document.removeEventListener('paste', paste)
}

/** Returns the files that were chosen in a field, and empties it: otherwise the same file could not be chosen again. */
export function takeFiles(field: HTMLInputElement): File[] {
  const files = [...(field.files ?? [])]
  field.value = ''
  return files
}

/** Reads the files of a transfer, or else its text under the name `pastedName`; nothing if that is blank. */
export async function readTransfer(transfer: DataTransfer, pastedName: string): Promise<InputText[]> {
  // Both must be read before the first wait: a transfer is emptied when its event is over.
  const text = transfer.getData('text/plain')
  const files = [...transfer.files]
  if (files.length > 0) return readFiles(files)
  return text.trim() === '' ? [] : [{ name: pastedName, text }]
}

/** Reads files as UTF-8 text. */
export function readFiles(files: readonly File[]): Promise<InputText[]> {
  return Promise.all(files.map(readFile))
}

async function readFile(file: File): Promise<InputText> {
  const { name, size } = file
  if (size > MAX_FILE_BYTES) return { name, problem: 'too large', sizeBytes: size }
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) }
  } catch {
    return { name, problem: 'not text' }
  }
}
