import { signal } from '@preact/signals'

/** The current address. `arrival` is `opened` if the page was opened directly, and `walked` after a navigation within the app. */
export type Place = { url: URL; arrival: 'opened' | 'walked' }

/** The current address of the app. Components that read it render again when it changes. */
export const place = signal<Place>({ url: new URL(location.href), arrival: 'opened' })

/** Navigates to an address of this app without reloading the page, and adds it to the browser's history. */
export function goTo(href: string): void {
  const url = new URL(href, location.href)
  if (url.href !== location.href) history.pushState(null, '', url)
  place.value = { url, arrival: 'walked' }
}

/** Replaces the address bar's URL without navigation or a new history entry, for tabs and filters that a reload should restore. */
export function replaceAddress(href: string): void {
  const url = new URL(href, location.href)
  history.replaceState(null, '', url)
  place.value = { ...place.value, url }
}

let question: string | null = null

/**
 * Makes the browser's Back and Forward buttons ask for confirmation with the text `asked` before they leave the page. Returns the function that
 * ends this.
 */
export function lockPlace(asked: string): () => void {
  question = asked
  return () => {
    question = null
  }
}

/**
 * Starts the navigation within the app: handles the browser's Back and Forward buttons and clicks on links. `isPage` returns true for paths that
 * the app renders; all other links are left to the browser.
 */
export function startRouter(isPage: (path: string) => boolean): void {
  addEventListener('popstate', () => {
    // The browser has gone back already, so declining restores the address.
    if (question !== null && !confirm(question)) return history.pushState(null, '', place.value.url)
    place.value = { url: new URL(location.href), arrival: 'walked' }
  })
  document.addEventListener('click', (event) => {
    const url = findLink(event)
    if (!url || url.origin !== location.origin || !isPage(url.pathname)) return
    // The browser handles jumps within the page.
    if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search) return
    event.preventDefault()
    goTo(url.href)
    scrollTo(0, 0)
  })
}

// Ignores clicks that open a new tab or window, or download.
function findLink(event: MouseEvent): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return undefined
  return new URL(link.href)
}
