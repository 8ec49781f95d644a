import type { InputText } from './input.ts'
import { type Change, createChange } from './one-byte.ts'

/** One text that was given to the page. `change` is the byte that was changed in it for a trial, `attempts` counts the trials. */
export type TextDocument = { name: string; text: string; change: Change | null; attempts: number }

/** All that the page holds: the documents in the order in which they came, and the one to show. */
export type Documents = { items: readonly TextDocument[]; selected: number }

/** The name of what comes without a file. */
export const PASTED_NAME = 'pasted text'

export const NO_DOCUMENTS: Documents = { items: [], selected: 0 }

export function openDocuments(inputs: readonly InputText[]): Documents {
  const items = inputs.map((input) => ({ name: input.name, text: toText(input), change: null, attempts: 0 }))
  return { items, selected: 0 }
}

/** The text to show. A file that holds none is shown as a sentence that says so, and judged as the unreadable text it is. */
export function toText(input: InputText): string {
  if ('text' in input) return input.text
  return input.problem === 'not text'
    ? `${input.name} is not UTF-8 text.`
    : `${input.name} holds ${input.sizeBytes} bytes, far more than a receipt.`
}

export function findSelected({ items, selected }: Documents): TextDocument | undefined {
  return items[selected]
}

export function readText({ text, change }: TextDocument): string {
  return change?.text ?? text
}

/** Replaces the text of the selected document. An empty text removes the last document. */
export function setText({ items, selected }: Documents, text: string): Documents {
  const replaced = { name: items[selected]?.name ?? PASTED_NAME, text, change: null, attempts: 0 }
  if (items.length <= 1) return text.trim() === '' ? NO_DOCUMENTS : { items: [replaced], selected: 0 }
  return { items: items.with(selected, replaced), selected }
}

export function addChange(documents: Documents): Documents {
  return updateSelected(documents, (document) => ({
    ...document,
    change: createChange(document.text, document.attempts),
    attempts: document.attempts + 1,
  }))
}

export function removeChange(documents: Documents): Documents {
  return updateSelected(documents, (document) => ({ ...document, change: null }))
}

function updateSelected({ items, selected }: Documents, update: (document: TextDocument) => TextDocument): Documents {
  return { items: items.map((item, index) => (index === selected ? update(item) : item)), selected }
}
