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

/** The strategy for a request: pages come from the network, and from the cache only offline; files come from the cache first; the rest is untouched. */
export type Way = 'page' | 'file' | 'untouched'

const PREFIX = 'stillhere-'
// Models of the camera and the engine have megabytes; the browser caches them itself.
const KEPT_FILE = /^\/assets\/[\w.-]+\.(?:js|css|svg|json)$/

/** Returns the cache name of a build. */
export function formatCacheName({ id }: Build): string {
  return `${PREFIX}${id}`
}

/** Returns true for the cache of an earlier build. */
export function isOutdated(name: string, build: Build): boolean {
  return name.startsWith(PREFIX) && name !== formatCacheName(build)
}

/** Selects the strategy for a request. API responses, personal pages and other origins are never cached. */
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

/** Selects the document that replaces a page offline: its own, or that of Home, which can render any cached page. */
export function selectDocument(path: string, { documents }: Build): string {
  return documents.includes(path) ? path : '/'
}
