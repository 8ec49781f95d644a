/** A text that was chosen, dropped or pasted, and the name of where it came from. */
export type InputText = { name: string; text: string }

/** More than any receipt may hold, and still quick to read. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

type Take = (texts: InputText[]) => void

/** Calls `take` with the files of a file field as soon as they are chosen. */
export function onFilesChosen(field: HTMLInputElement, take: Take): void {
  field.addEventListener('change', () => {
    const files = [...(field.files ?? [])]
    // Without this, choosing the same file again would be no change.
    field.value = ''
    void forwardTexts(readFiles(files), take)
  })
}

/** Calls `take` with what is dropped on an element: files, or text dragged from another window. */
export function onDropped(place: HTMLElement, take: Take): void {
  place.addEventListener('dragover', (event) => {
    event.preventDefault()
    place.classList.add('over')
  })
  place.addEventListener('dragleave', () => place.classList.remove('over'))
  place.addEventListener('drop', (event) => {
    event.preventDefault()
    event.stopPropagation()
    place.classList.remove('over')
    if (event.dataTransfer) void forwardTexts(readTransfer(event.dataTransfer), take)
  })
}

/** Calls `take` with what is pasted while no field has the focus. */
export function onPasted(take: Take): void {
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return
    if (event.clipboardData) void forwardTexts(readTransfer(event.clipboardData), take)
  })
}

async function forwardTexts(reading: Promise<InputText[]>, take: Take): Promise<void> {
  const texts = await reading
  if (texts.length > 0) take(texts)
}

// Both must be read before the first wait: a transfer is emptied when its event is over.
async function readTransfer(transfer: DataTransfer): Promise<InputText[]> {
  const text = transfer.getData('text/plain')
  const files = [...transfer.files]
  if (files.length > 0) return readFiles(files)
  return text.trim() === '' ? [] : [{ name: 'pasted text', text }]
}

function readFiles(files: readonly File[]): Promise<InputText[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await readFile(file) })))
}

// A file that is no text is shown as a sentence that says so, and judged as the unreadable text it is.
async function readFile(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) return `${file.name} holds ${file.size} bytes, far more than a receipt.`
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return `${file.name} is not UTF-8 text.`
  }
}
