import '@stillhere/client/jsx/preact'
import '../../parts/scan-element.css'
import './scan.css'
import { useEffect, useState } from 'preact/hooks'
import { News } from '../../parts/news.tsx'
import { OnPhone } from '../../parts/on-phone.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { session } from '../../session/session.ts'
import { explainFailure } from './flow/explain.ts'
import { type Scan, useScan } from './flow/use-scan.ts'
import { INTROS } from './flow/words.ts'
import { Kept } from './view/kept.tsx'
import { Outcome } from './view/outcome.tsx'
import { Readiness } from './view/readiness.tsx'

/** From a check of the device over six strokes to a receipt to keep: the element, and around it what only this site knows. */
export function Page() {
  const scan = useScan()
  const { element, state, end, listeners } = scan
  const [isForgotten, setForgotten] = useState(false)
  // A small screen has no room for anything else meanwhile.
  useEffect(() => {
    if (state === 'running') element.current?.scrollIntoView({ block: 'start' })
  }, [state])
  // Known at once, so that nothing moves while sensors are looked for.
  const isDesktop = matchMedia('(pointer: fine)').matches
  const isLost = end?.kind === 'failed' && explainFailure(end.error)?.help === 'phone'
  const isIdle = state === 'idle'
  return (
    <div class={isIdle ? 'stack-wide' : 'stack'}>
      <PageHead title="Scan" lead={isIdle ? LEAD : null} />
      <div class={`scan-page scan-${state}`}>
        <stillhere-scan ref={element} practice="always" explain={explainFailure} {...listeners}>
          <Intro scan={scan} note={isForgotten ? 'Your enrollment is forgotten.' : ''} />
          {end ? <Outcome end={end} scan={scan} /> : null}
        </stillhere-scan>
        {isIdle ? <Readiness nodeHandle={session.value?.nodeHandle ?? null} enrollment={scan.enrollment} /> : null}
        {(isIdle && isDesktop) || isLost ? <GoOn /> : null}
        {isIdle && scan.enrollment ? (
          <Kept enrollment={scan.enrollment} onForgotten={() => setForgotten(true)} />
        ) : null}
      </div>
    </div>
  )
}

function GoOn() {
  return (
    <OnPhone title="Continue on your phone" path="/scan">
      <p>Point the camera of your phone at this. You sign in there once more; an enrollment stays where it was made.</p>
    </OnPhone>
  )
}

const LEAD = 'Hold your phone and follow six arrows. It takes about ten seconds and ends with a receipt.'

function Intro({ scan: { purpose, enrollment }, note }: { scan: Scan; note: string }) {
  return (
    <div slot="intro" class="stack">
      <h2>{INTROS[purpose].title}</h2>
      <p>{INTROS[purpose].text}</p>
      <News text={note} of={enrollment} />
      {purpose === 'local' ? (
        <p class="small">
          Have a node? <a href="/join">Sign in</a> first, and the scan counts for it.
        </p>
      ) : null}
      <p class="small soft">
        Practice needs no sensors: a mouse, a finger or the arrow keys. It shows how a scan goes, and proves nothing.
      </p>
    </div>
  )
}
