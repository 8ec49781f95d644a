/** What the build tells the worker. */
export type Build = {
  /** Changes with any file of the build. */
  id: string
  /** Files that the pages below need, to be kept from the start. */
  files: readonly string[]
  /** Documents that are kept, too: what they need is among the files. */
  documents: readonly string[]
  /** Addresses of all pages of the app. */
  pages: readonly string[]
}

/** How a request is answered: a page from the network and only offline from the cache, a file from the cache first, all else untouched. */
export type Way = 'page' | 'file' | 'untouched'

const PREFIX = 'stillhere-'
// Models of the camera and the engine are megabytes; the browser keeps them by itself.
const KEPT_FILE = /^\/assets\/[\w.-]+\.(?:js|css|svg|json)$/

/** The name of a build's cache. */
export function nameCache({ id }: Build): string {
  return `${PREFIX}${id}`
}

/** Whether a cache is one of an earlier build. */
export function isOutdated(name: string, build: Build): boolean {
  return name.startsWith(PREFIX) && name !== nameCache(build)
}

/** Never answers of the API, never a page that the service writes for one person, never anything of another origin. */
export function chooseWay(request: { method: string; mode: string; url: string }, origin: string, build: Build): Way {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return 'untouched'
  if (request.mode === 'navigate') return build.pages.includes(url.pathname) ? 'page' : 'untouched'
  return KEPT_FILE.test(url.pathname) ? 'file' : 'untouched'
}

/** The document that stands in for a page without a network: its own, or the one of Home, which draws every page that it can. */
export function chooseDocument(path: string, { documents }: Build): string {
  return documents.includes(path) ? path : '/'
}
