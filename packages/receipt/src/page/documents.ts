import type { InputText } from './input.ts'
import { type Change, createChange } from './one-byte.ts'

/** A text on the page. `change` is the byte that the person had changed to try out verification, `attempts` the number of such changes. */
export type TextDocument = { name: string; text: string; change: Change | null; attempts: number }

/** The texts on the page, in the order in which they came, and the index of the selected text. */
export type Documents = { items: readonly TextDocument[]; selected: number }

/** The name of a text that doesn't come from a file. */
export const PASTED_NAME = 'pasted text'

export const NO_DOCUMENTS: Documents = { items: [], selected: 0 }

/** Converts texts that a person chose, dropped or pasted to the list of documents on the page. The first is selected. */
export function openDocuments(inputs: readonly InputText[]): Documents {
  const items = inputs.map((input) => ({ name: input.name, text: toText(input), change: null, attempts: 0 }))
  return { items, selected: 0 }
}

/** Returns the text to display for an input. For an unreadable file, returns a sentence that says so, which verification then refuses. */
export function toText(input: InputText): string {
  if ('text' in input) return input.text
  return input.problem === 'not text'
    ? `${input.name} is not UTF-8 text.`
    : `${input.name} holds ${input.sizeBytes} bytes, far more than a receipt.`
}

/** Returns the selected document, or undefined if there are no documents. */
export function findSelected({ items, selected }: Documents): TextDocument | undefined {
  return items[selected]
}

/** Returns the text of a document: with the changed byte, if the person is trying out a change, otherwise the original. */
export function readText({ text, change }: TextDocument): string {
  return change?.text ?? text
}

/** Returns the documents with the text of the selected document replaced, and without its changed byte. If the text of the only document becomes empty, returns no documents. */
export function setText({ items, selected }: Documents, text: string): Documents {
  const replaced = { name: items[selected]?.name ?? PASTED_NAME, text, change: null, attempts: 0 }
  if (items.length <= 1) return text.trim() === '' ? NO_DOCUMENTS : { items: [replaced], selected: 0 }
  return { items: items.with(selected, replaced), selected }
}

/**
 * Returns the documents with one byte of the selected document changed, so that a person sees verification fail. Each call changes the original text
 * at another position. If no change is possible, the text stays as it is.
 */
export function addChange(documents: Documents): Documents {
  return updateSelected(documents, (document) => ({
    ...document,
    change: createChange(document.text, document.attempts),
    attempts: document.attempts + 1,
  }))
}

/** Returns the documents with the original text of the selected document restored. */
export function removeChange(documents: Documents): Documents {
  return updateSelected(documents, (document) => ({ ...document, change: null }))
}

function updateSelected({ items, selected }: Documents, update: (document: TextDocument) => TextDocument): Documents {
  return { items: items.map((item, index) => (index === selected ? update(item) : item)), selected }
}
