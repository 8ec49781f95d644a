import { readMessage } from './message.ts'

// The part of a service worker's world that is used here; TypeScript knows either pages or workers, never both.
type Lasting = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = Lasting & { data: { text: () => string } | null }
type ClickEvent = Lasting & { notification: { data: unknown; close: () => void } }
type Tab = { url: string; focus: () => Promise<unknown> }
type Worker = {
  location: { origin: string }
  registration: {
    showNotification: (title: string, options: { body: string; tag: string; data: string }) => Promise<void>
  }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: ((type: 'push', listen: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listen: (event: ClickEvent) => void) => void)
}

const worker = globalThis as unknown as Worker

// No handler of requests: this worker keeps no page and serves none.
worker.addEventListener('push', (event) => {
  const { title, body, url } = readMessage(event.data?.text() ?? '', worker.location.origin)
  // By its page, so that a message that comes twice is shown once.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: url, data: url }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(String(event.notification.data)))
})

/** Brings the page to the front where it is open already, and opens it otherwise. Other tabs are left alone: one may be scanning. */
async function showPage(url: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => tab.url === url)
  await (open ? open.focus() : worker.clients.openWindow(url))
}
