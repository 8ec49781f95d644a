/** The language of the place where an element stands: its own, that of the nearest ancestor, of the document or of the browser. */
export function findLanguage(element: Element): string {
  for (let place: Element | null = element; place !== null; place = findHost(place)) {
    // An empty one says that nobody knows.
    const nearest = place.closest('[lang]:not([lang=""])')
    if (nearest) return nearest.getAttribute('lang') ?? ''
  }
  return document.documentElement.lang || navigator.language
}

// Whoever stands in the shadow of another element speaks as that one does.
function findHost(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/** "de" of "de-AT" and of "DE_at". */
export function nameLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? ''
}
