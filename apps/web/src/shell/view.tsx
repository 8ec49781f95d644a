import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { place } from '../router.ts'
import { say } from '../words/speak.ts'
import { NotFound } from './not-found.tsx'
import { isOnline } from './offline.tsx'
import { loadPage, type PageEntry, pageAt } from './pages.ts'

type Shown = { path: string; entry: PageEntry | undefined; Page: ComponentType; walked: boolean }

/** The page of the current address. The page before it stays until the new one is there; `first` is there at once. */
export function View({ first }: { first: ComponentType | null }) {
  const { url, arrival } = place.value
  const [shown, setShown] = useState<Shown | null>(() => first && toFirst(url.pathname, first))
  useEffect(() => {
    let isWanted = true
    const path = url.pathname
    const entry = pageAt(path)
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
        {shown?.walked ? writeTitle(shown) : ''}
      </p>
      {shown ? <Guarded key={shown.path} Page={shown.Page} /> : <PageSkeleton />}
    </>
  )
}

function toFirst(path: string, Page: ComponentType): Shown {
  return { path, entry: pageAt(path), Page, walked: false }
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

function arrive(shown: Shown | null): void {
  if (!shown) return
  // The service has written a better one.
  if (shown.entry?.place !== 'site') document.title = writeTitle(shown)
  if (shown.walked) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

function writeTitle({ entry }: Shown): string {
  if (!entry) return `${say('Page not found')} · Stillhere`
  return entry.name === 'home' ? 'Stillhere' : `${entry.label} · Stillhere`
}
