/** The build's input for the worker. */
export type Build = {
  /** Changes if any file of the build changes. */
  id: string
  /** Files to cache at installation, which the pages below need. */
  files: readonly string[]
  /** Documents to cache; the files contain what they need. */
  documents: readonly string[]
  /** Paths of all pages of the app. */
  pages: readonly string[]
}

/**
 * How the service worker handles a request: `page` loads from the network and only offline from the cache, `file` loads from the cache first, and
 * `untouched` leaves it to the browser.
 */
export type Way = 'page' | 'file' | 'untouched'

const PREFIX = 'stillhere-'
// Models of the camera and the engine have megabytes; the browser caches them itself.
const KEPT_FILE = /^\/assets\/[\w.-]+\.(?:js|css|svg|json)$/

/** Returns the name of the service worker's cache for a build of the app. */
export function formatCacheName({ id }: Build): string {
  return `${PREFIX}${id}`
}

/** Returns true if a cache belongs to another build of this app, by its name. */
export function isOutdated(name: string, build: Build): boolean {
  return name.startsWith(PREFIX) && name !== formatCacheName(build)
}

/**
 * Returns how the service worker handles a request: as a page, as a cached file, or not at all. Only GET requests of this origin for known pages
 * and for scripts, styles, SVG and JSON under /assets are handled.
 */
export function selectStrategy(
  request: { method: string; mode: string; url: string },
  origin: string,
  build: Build,
): Way {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return 'untouched'
  if (request.mode === 'navigate') return build.pages.includes(url.pathname) ? 'page' : 'untouched'
  return KEPT_FILE.test(url.pathname) ? 'file' : 'untouched'
}

/** Returns the path of the cached document to show for a page while offline: the page's own, or else that of Home, whose script renders any page. */
export function selectDocument(path: string, { documents }: Build): string {
  return documents.includes(path) ? path : '/'
}
