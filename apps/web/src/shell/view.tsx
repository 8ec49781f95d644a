import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { PageHead } from '../parts/card.tsx'
import { Notice } from '../parts/notice.tsx'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { place } from '../router.ts'
import { say } from '../words/speak.ts'
import { loadPage, findPage, type PageEntry } from './pages.ts'

type ShownPage = { path: string; entry: PageEntry | undefined; Page: ComponentType; walked: boolean }

/**
 * Shows the page at the current address. The previous page stays visible until the new one has loaded. `first` is the component of the opened
 * page, rendered at once; null shows a placeholder.
 */
export function View({ first }: { first: ComponentType | null }) {
  const { url, arrival } = place.value
  const [shown, setShown] = useState<ShownPage | null>(() => first && toFirst(url.pathname, first))
  useEffect(() => {
    let isWanted = true
    const path = url.pathname
    const entry = findPage(path)
    const walked = arrival === 'walked'
    const show = (Page: ComponentType) => isWanted && setShown({ path, entry, Page, walked })
    if (entry) loadPage(entry).then(show, () => show(Unreachable))
    else show(NotFound)
    return () => {
      isWanted = false
    }
  }, [url.pathname])
  useEffect(() => arrive(shown), [shown])
  return (
    <>
      <p role="status" class="unseen">
        {shown?.walked ? setTitle(shown) : ''}
      </p>
      {shown ? <Guarded key={shown.path} Page={shown.Page} /> : <PageSkeleton />}
    </>
  )
}

/** The page for an unknown address, with links and a search of the docs. */
function NotFound() {
  const ways = [
    ['/', say('Home')],
    ['/scan', say('Scan')],
    ['/verify', say('Verify a receipt')],
    ['/docs', say('Docs')],
    ['/status', say('Status')],
  ] as const
  return (
    <div class="stack">
      <PageHead title={say('Page not found')} lead={say('Check the address, search the docs, or go on from here.')} />
      <form class="row" role="search" onSubmit={search}>
        <label for="missing-search">{say('Search the docs')}</label>
        <input id="missing-search" name="q" type="search" class="missing-search" required />
        <Button type="submit">{say('Search')}</Button>
      </form>
      <ul class="row ways-on">
        {ways.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

// By script, because the pages' policy blocks form submissions.
function search(event: SubmitEvent): void {
  event.preventDefault()
  const query = new FormData(event.currentTarget as HTMLFormElement).get('q')
  location.assign(`/docs?q=${encodeURIComponent(typeof query === 'string' ? query : '')}`)
}

function toFirst(path: string, Page: ComponentType): ShownPage {
  return { path, entry: findPage(path), Page, walked: false }
}

function Guarded({ Page }: { Page: ComponentType }) {
  const [error, reset] = useErrorBoundary((caught) => console.error(caught))
  if (error === undefined) return <Page />
  return (
    <div class="stack">
      <PageHead title={say('Something went wrong')} />
      <Notice kind="bad" title={say('Something went wrong on this page. That’s our fault.')}>
        {say('Nothing you already sent is lost. Try again, or reload the page if it keeps happening.')}
      </Notice>
      <p class="row">
        <Button onClick={reset}>{say('Try again')}</Button>
        <Button kind="quiet" onClick={() => location.reload()}>
          {say('Reload')}
        </Button>
      </p>
    </div>
  )
}

function Unreachable() {
  return (
    <div class="stack">
      <PageHead title={say('This page didn’t load')} />
      {isOnline.value ? (
        <Notice kind="warn" title={say('Its code couldn’t be loaded.')}>
          {say('The service may have just been updated, or it can’t be reached.')}
        </Notice>
      ) : (
        <p>{say('It isn’t kept on this device. Reload once you’re online again.')}</p>
      )}
      <p>
        <Button onClick={() => location.reload()}>{say('Reload')}</Button>
      </p>
    </div>
  )
}

/** Tells whether the browser is online. */
const isOnline = signal(navigator.onLine)
addEventListener('online', () => {
  isOnline.value = true
})
addEventListener('offline', () => {
  isOnline.value = false
})

/** Shows while the browser is offline that it is, and what still works. */
export function OfflineNotice() {
  return (
    <div role="status" class="offline">
      {isOnline.value ? null : (
        <Notice kind="warn" title={say('You’re offline.')}>
          {hasFrame()
            ? say('You can check receipts on Verify. Most other things have to wait.')
            : say('What’s open stays readable. Everything else has to wait.')}
        </Notice>
      )}
    </div>
  )
}

// The page Verify works offline only after the service worker has cached it.
function hasFrame(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}

function arrive(shown: ShownPage | null): void {
  if (!shown) return
  // The service has written a better title.
  if (shown.entry?.place !== 'site') document.title = setTitle(shown)
  if (shown.walked) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

function setTitle({ entry }: ShownPage): string {
  if (!entry) return `${say('Page not found')} · Stillhere`
  return entry.name === 'home' ? 'Stillhere' : `${entry.label} · Stillhere`
}
