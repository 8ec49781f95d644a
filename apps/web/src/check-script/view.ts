import type { Words } from './words.ts'

/** What a button shows. */
export type View = {
  button: HTMLButtonElement
  tell: (...parts: (string | Node)[]) => void
  fill: (value: string) => void
}

// By the object model only: a site's policy may forbid styles that are written into a document. The colors are those of the page.
const BUTTON_STYLE: Partial<CSSStyleDeclaration> = {
  font: '600 1rem/1.25 system-ui, sans-serif',
  minHeight: '44px',
  padding: '10px 18px',
  border: '1px solid GrayText',
  borderRadius: '4px',
  background: 'Canvas',
  color: 'CanvasText',
  cursor: 'pointer',
}

/** Draws the button, the line beside it and the hidden fields into their place. */
export function drawView(place: HTMLElement, fields: readonly string[], words: Words): View {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words.start
  Object.assign(button.style, BUTTON_STYLE)
  const line = document.createElement('span')
  line.setAttribute('role', 'status')
  Object.assign(line.style, { font: '0.875rem/1.4 system-ui, sans-serif', marginInlineStart: '12px' })
  const inputs = fields.map(createField)
  place.replaceChildren(button, line, ...inputs)
  return {
    button,
    tell: (...parts) => line.replaceChildren(...parts),
    fill: (value) => inputs.forEach((input) => (input.value = value)),
  }
}

function createField(name: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  return input
}

/** A link to the page of a check, which asks the page that it stands on for the secret. */
export function createLink(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  Object.assign(link, { href, target: '_blank', rel: 'opener', textContent: text })
  return link
}
