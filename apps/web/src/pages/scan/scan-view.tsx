import '@stillhere/client/jsx/preact'
import '../../parts/scan-element.css'
import './scan.css'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, PageHead } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon, News } from '../../parts/notice.tsx'
import { OnPhone } from '../../parts/on-phone.tsx'
import { type Enrollment, deleteEnrollment } from '../../session/enrollment-store.ts'
import { saveWaitingPage, session } from '../../session/session.ts'
import { sayRich } from '../../words/rich.tsx'
import { formatMoment, say } from '../../words/speak.ts'
import { describeOwner, describeReadiness, useDevice } from './device.ts'
import { explainFailure } from './explain.ts'
import { Outcome } from './outcome.tsx'
import { type Scan, useScan } from './use-scan.ts'
import { INTROS, PAGE_WORDS } from './words.ts'

/** Shows the Scan page: whether this device is ready, the scan element with its outcome, the stored enrollment, and alternatives to a scan. */
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

type ReadinessProps = { nodeHandle: string | null; enrollment: Enrollment | null }

/** Shows, in one line each, whether this device can scan and as whom the person will scan. */
export function Readiness({ nodeHandle, enrollment }: ReadinessProps) {
  const { state, words } = describeReadiness(useDevice())
  return (
    <div class="scan-readiness">
      <p class={`scan-ready scan-ready-${state}`} role="status">
        <Icon name={state} />
        <span>{words}</span>
      </p>
      <p class="small soft">{describeOwner({ nodeHandle, enrolledUntil: enrollment?.expires_at ?? null })}</p>
    </div>
  )
}

/** Explains the alternatives to moving a phone, and what each of them proves. */
export function AnotherWay() {
  const { title, lead, more, ways } = ANOTHER_WAY_WORDS
  return (
    <details class="scan-another-way">
      <summary>{title}</summary>
      <div class="stack">
        <p>{lead}</p>
        <dl class="stack">
          {ways.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a href="/docs/another-way">{more}</a>
        </p>
      </div>
    </details>
  )
}

/** Shows when the enrollment in this browser was created and lets the person delete it after a confirmation. Calls `onForgotten` after the deletion. */
export function Kept({ enrollment, onForgotten }: { enrollment: Enrollment; onForgotten: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const { enrolled_at: at } = enrollment
  const forget = () => {
    deleteEnrollment()
    onForgotten()
  }
  return (
    <Card title={say('Your enrollment')}>
      <p>
        {sayRich(
          'Created <time>{time}</time>. It’s 128 numbers about how you move, sealed by the service and stored only in this browser. It can’t be used to sign in or turned back into motion.',
          { time: (text) => <time dateTime={at}>{text}</time> },
          { time: formatMoment(at) },
        )}
      </p>
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {say('Forget my enrollment')}
        </Button>
      </p>
      <Dialog title={say('Forget your enrollment?')} open={isAsked} onClose={() => setAsked(false)}>
        <p>
          {say(
            'Your node, its particle level and your receipts stay. Before your next scan you enroll again, about a minute.',
          )}
        </p>
        <p class="row">
          <Button kind="danger" onClick={forget}>
            {say('Forget it')}
          </Button>
          <Button kind="quiet" onClick={() => setAsked(false)}>
            {say('Keep it')}
          </Button>
        </p>
      </Dialog>
    </Card>
  )
}

/** Texts for people who can't, or don't want to, move a phone. docs/another-way.md says what each alternative proves. */
export const ANOTHER_WAY_WORDS = {
  title: say('Can’t move a phone?'),
  lead: say('A scan is one way to show you’re here, not the only one. Here’s what works today:'),
  more: say('All ways, with their levels and error rates'),
  ways: [
    {
      name: say('Sitting down, or with one hand'),
      text: say(
        'Scan as usual: it’s made for one hand, and you can sit. Same level as any scan. How often it fails this way hasn’t been measured.',
      ),
    },
    {
      name: say('With a tremor'),
      text: say(
        'Scan as usual. How often it fails for people with a tremor hasn’t been measured. If it does, use a code.',
      ),
    },
    {
      name: say('With a finger, a mouse or keys only'),
      text: say('You can practice here. It proves nothing, and there’s no receipt.'),
    },
    {
      name: say('With a camera only'),
      text: say('No page of ours accepts a camera alone yet.'),
    },
    {
      name: say('Without moving at all'),
      text: say(
        'You don’t need a scan to join or sign in: an emailed code is enough. Sites that allow it accept such a code in a check, too. They see level 0: no motion was checked, and there’s no receipt. You can deny an approval without a scan, and approve with a code if the site allows it.',
      ),
    },
  ],
} as const

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
              <a href="/join" onClick={() => saveWaitingPage('/scan')}>
                {text}
              </a>
            ),
          })}
        </p>
      ) : null}
    </div>
  )
}
