/** A text that was chosen, dropped or pasted, with the name of its source; or why a file can't be read as text. */
export type InputText = { name: string } & (
  | { text: string }
  | { problem: 'not text' }
  | { problem: 'too large'; sizeBytes: number }
)

/** More than any receipt can have, and still quick to read. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/**
 * Watches an element for dropped files and text. Calls `setOver` with true while something is dragged over it, and `take` with the dropped data. A
 * drop that an inner element has already handled is ignored.
 *
 * @returns a function that stops watching.
 * @example
 * const stop = onDropped(document.body, (transfer) => readTransfer(transfer, 'dropped'), (isOver) => {})
 */
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
    // Inner elements fire this event as well. Only leaving the place itself counts.
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

/**
 * Watches the page for pasted text and files, and calls `take` with the data. Ignores what is pasted into an input or a textarea.
 *
 * @returns a function that stops watching.
 * @example
 * const stop = onPasted((transfer) => readTransfer(transfer, 'pasted'))
 */
export function onPasted(take: (transfer: DataTransfer) => void): () => void {
  const paste = ({ target, clipboardData }: ClipboardEvent) => {
    if (target instanceof HTMLElement && target.matches('input, textarea')) return
    if (clipboardData) take(clipboardData)
  }
  document.addEventListener('paste', paste)
  return () => document.removeEventListener('paste', paste)
}

/**
 * Returns the files that a person chose in a file input, and empties the input, so that the same file can be chosen again.
 *
 * @returns the files.
 * @example
 * const texts = await readFiles(takeFiles(field))
 */
export function takeFiles(field: HTMLInputElement): File[] {
  const files = [...(field.files ?? [])]
  field.value = ''
  return files
}

/**
 * Reads the files of a drop or a paste, or its text if there are no files.
 *
 * @returns a promise of the texts. Text without a file gets the name `pastedName`; blank text gives an empty list.
 * @example
 * const stop = onPasted((transfer) => void readTransfer(transfer, 'pasted').then(showTexts))
 */
export async function readTransfer(transfer: DataTransfer, pastedName: string): Promise<InputText[]> {
  // Both must be read before the first await, because a transfer is emptied after its event.
  const text = transfer.getData('text/plain')
  const files = [...transfer.files]
  if (files.length > 0) return readFiles(files)
  return text.trim() === '' ? [] : [{ name: pastedName, text }]
}

/**
 * Reads files as UTF-8 text. A file that is too large or isn't text gives a problem instead.
 *
 * @returns a promise of a text or a problem for each file, in order.
 * @example
 * const [text] = await readFiles([new File(['{}'], 'receipt.json')])
 */
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
