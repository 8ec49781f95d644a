type Attributes = Record<string, string | null>

const SVG = 'http://www.w3.org/2000/svg'

/** A new element. Children that are text stay text; attributes of null are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  put(made, attributes, children)
  return made
}

/** A new element of a drawing. */
export function draw<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(SVG, tag)
  put(made, attributes, children)
  return made
}

function put(made: Element, attributes: Attributes, children: (Node | string)[]): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value)
  made.append(...children)
}

/** Writes text only where it changed: most animation frames change nothing. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

/** Sets an attribute only where it changed. */
export function mark(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value)
}

/** A real button that never submits the form around it. */
export function button(part: string, label: string | Node, onClick: (event: MouseEvent) => unknown): HTMLButtonElement {
  const made = make('button', { type: 'button', part, class: part }, label)
  made.addEventListener('click', onClick)
  return made
}
