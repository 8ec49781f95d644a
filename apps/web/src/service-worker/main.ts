import { readMessage } from './message.ts'
import { type Build, selectDocument, selectStrategy, isOutdated, formatCacheName } from './offline.ts'

// The part of a service worker's world that is used here; TypeScript knows either pages or workers, never both.
type ExtendableTask = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = ExtendableTask & { data: { text: () => string } | null }
type FetchEvent = ExtendableTask & { request: Request; respondWith: (answer: Promise<Response>) => void }
type ClickEvent = ExtendableTask & { notification: { data: unknown; close: () => void } }
type Tab = { url: string; focus: () => Promise<unknown> }
type Worker = {
  location: { origin: string }
  navigator: { languages: readonly string[] }
  registration: {
    showNotification: (title: string, options: { body: string; tag: string; data: string }) => Promise<void>
  }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>
    openWindow: (url: string) => Promise<unknown>
    claim: () => Promise<void>
  }
  addEventListener: ((type: 'push', listen: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listen: (event: ClickEvent) => void) => void) &
    ((type: 'install' | 'activate', listen: (event: ExtendableTask) => void) => void) &
    ((type: 'fetch', listen: (event: FetchEvent) => void) => void)
}

/** Written by the build. */
declare const BUILD: Build

const worker = globalThis as unknown as Worker

// It does not push an earlier worker aside: tabs of the earlier build may still fetch files that only its cache has.
worker.addEventListener('install', (event) => event.waitUntil(saveBuild()))
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldBuilds()))

worker.addEventListener('fetch', (event) => {
  const way = selectStrategy(event.request, worker.location.origin, BUILD)
  if (way === 'page') event.respondWith(loadPage(event.request))
  if (way === 'file') event.respondWith(loadFile(event.request))
})

async function saveBuild(): Promise<void> {
  const cache = await caches.open(formatCacheName(BUILD))
  // Past the browser's own cache: a document of the build before must not be kept with files of this one.
  const documents = BUILD.documents.map((path) => new Request(path, { cache: 'reload' }))
  await cache.addAll([...BUILD.files, ...documents])
}

async function deleteOldBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => isOutdated(name, BUILD)).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Loads a page from the service, or from the cache if the service can't be reached. */
async function loadPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(selectDocument(new URL(request.url).pathname, BUILD), { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

/** Loads a file from the cache, or else from the service. A cached file is never outdated, because its name changes with its content. */
async function loadFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await caches.open(formatCacheName(BUILD)).then((cache) => cache.put(request, answer.clone()))
  return answer
}

worker.addEventListener('push', (event) => {
  const { origin } = worker.location
  const { title, body, url } = readMessage(event.data?.text() ?? '', { origin, languages: worker.navigator.languages })
  // By its page, so that a message that comes twice is shown once.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: url, data: url }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(String(event.notification.data)))
})

/** Focuses the tab that shows this page, or opens a new one. Doesn't navigate other tabs, because one may be in a scan. */
async function showPage(url: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => tab.url === url)
  await (open ? open.focus() : worker.clients.openWindow(url))
}
