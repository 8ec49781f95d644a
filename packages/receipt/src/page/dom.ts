type Attributes = Record<string, string>

/** Returns the element with this id. Throws if the page has no element with this id and type. */
export function requireElement<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`the page has no ${type.name} with the id ${id}`)
}

/** Creates an HTML element with attributes and children. A string becomes a text node, never markup. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}
