import { signal } from '@preact/signals'

/** Where the reader is. `arrival` tells a page that was opened from one that was walked to. */
export type Place = { url: URL; arrival: 'opened' | 'walked' }

/** The current place; whoever reads it is drawn again when it changes. */
export const place = signal<Place>({ url: new URL(location.href), arrival: 'opened' })

/** Goes to an address of this app without loading it anew. */
export function goTo(href: string): void {
  const url = new URL(href, location.href)
  if (url.href !== location.href) history.pushState(null, '', url)
  place.value = { url, arrival: 'walked' }
}

/** Rewrites the address under the reader's feet: for tabs and filters, which a reload should find again. */
export function replaceAddress(href: string): void {
  const url = new URL(href, location.href)
  history.replaceState(null, '', url)
  place.value = { ...place.value, url }
}

let question: string | null = null

/** Until the returned function is called, the browser's buttons lead away only from whoever says yes to this question. */
export function holdPlace(asked: string): () => void {
  question = asked
  return () => {
    question = null
  }
}

/** Follows the browser's buttons, and the links that lead to a page of this app. */
export function startRouter(isPage: (path: string) => boolean): void {
  addEventListener('popstate', () => {
    // The browser has gone back already; whoever stays is put where they were.
    if (question !== null && !confirm(question)) return history.pushState(null, '', place.value.url)
    place.value = { url: new URL(location.href), arrival: 'walked' }
  })
  document.addEventListener('click', (event) => {
    const url = findLink(event)
    if (!url || url.origin !== location.origin || !isPage(url.pathname)) return
    // A jump inside the page stays the browser's.
    if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search) return
    event.preventDefault()
    goTo(url.href)
    scrollTo(0, 0)
  })
}

// A new tab, a new window or a download is what the reader asked for.
function findLink(event: MouseEvent): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return undefined
  return new URL(link.href)
}
