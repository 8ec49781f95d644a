import '@stillhere/client/jsx/preact'
import '../../../parts/scan-element.css'
import '../scan.css'
import { useState } from 'preact/hooks'
import { News } from '../../../parts/news.tsx'
import { OnPhone } from '../../../parts/on-phone.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { session } from '../../../session/session.ts'
import { keepWaitingPage } from '../../../session/waiting-page.ts'
import { sayRich } from '../../../words/rich.tsx'
import { explainFailure } from '../flow/explain.ts'
import { type Scan, useScan } from '../flow/use-scan.ts'
import { INTROS, PAGE_WORDS } from '../flow/words.ts'
import { AnotherWay } from './another-way.tsx'
import { Kept } from './kept.tsx'
import { Outcome } from './outcome.tsx'
import { Readiness } from './readiness.tsx'

/** From a check of the device over six strokes to a receipt to keep: the element, and around it what only this site knows. */
export function ScanView() {
  const scan = useScan()
  const { element, state, end, listeners } = scan
  const [isForgotten, setForgotten] = useState(false)
  // Known at once, so that nothing moves while sensors are looked for.
  const isDesktop = matchMedia('(pointer: fine)').matches
  const isLost = end?.kind === 'failed' && explainFailure(end.error)?.help === 'phone'
  const isIdle = state === 'idle'
  return (
    <div class={isIdle ? 'stack-wide' : 'stack'}>
      <PageHead title={PAGE_WORDS.title} lead={isIdle ? PAGE_WORDS.lead : null} />
      <div class={`scan-page scan-${state}`}>
        <stillhere-scan ref={element} practice="always" trace explain={explainFailure} {...listeners}>
          <Intro scan={scan} note={isForgotten ? PAGE_WORDS.forgotten : ''} />
          {end ? <Outcome end={end} scan={scan} /> : null}
        </stillhere-scan>
        {isIdle ? <Readiness nodeHandle={session.value?.nodeHandle ?? null} enrollment={scan.enrollment} /> : null}
        {(isIdle && isDesktop) || isLost ? <GoOn /> : null}
        {isIdle || state === 'failed' ? <AnotherWay /> : null}
        {isIdle && scan.enrollment ? (
          <Kept enrollment={scan.enrollment} onForgotten={() => setForgotten(true)} />
        ) : null}
      </div>
    </div>
  )
}

function GoOn() {
  return (
    <OnPhone title={PAGE_WORDS.phoneTitle} path="/scan">
      <p>{PAGE_WORDS.phoneText}</p>
    </OnPhone>
  )
}

function Intro({ scan: { purpose, enrollment }, note }: { scan: Scan; note: string }) {
  return (
    <div slot="intro" class="stack">
      <h2>{INTROS[purpose].title}</h2>
      <p>{INTROS[purpose].text}</p>
      <News text={note} of={enrollment} />
      {purpose === 'local' ? (
        <p class="small">
          {sayRich('Have a node? <link>Sign in</link> first, and the scan counts for it.', {
            link: (text) => (
              <a href="/join" onClick={() => keepWaitingPage('/scan')}>
                {text}
              </a>
            ),
          })}
        </p>
      ) : null}
    </div>
  )
}
