import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { News } from '../../../parts/news.tsx'
import { type Enrollment, findEnrollment } from '../../../session/enrollment-store.ts'
import { session } from '../../../session/session.ts'
import { type Purpose, purposeOf } from '../flow/purpose.ts'
import { checksOf } from '../flow/readiness.ts'
import { useDevice } from '../flow/use-device.ts'
import { Kept } from './kept.tsx'
import { OnPhone } from './on-phone.tsx'

const INTROS = {
  enroll: {
    title: 'First, let the service learn how you move',
    text: 'You follow the same six arrows three times, about a minute in all. What comes of it is sealed by the service and kept on this device. From then on one scan of twenty seconds is enough.',
    button: 'Enroll: three captures',
  },
  verify: {
    title: 'Ready when you are',
    text: 'Six new arrows, one scan. The service compares it with your enrollment, signs the receipt, and your node grows.',
    button: 'Scan',
  },
  local: {
    title: 'Try it without a node',
    text: 'Arrows, judgement and signature all happen in this browser, and no motion leaves it. The receipt shows that this page saw motion like a person’s. Others will ask for one that the service has signed.',
    button: 'Scan',
  },
} as const

type ReadyProps = { note: string; onStart: (purpose: Purpose) => void }

/** Before a scan: what will happen, whether it can, and the ways to begin. */
export function Ready({ note, onStart }: ReadyProps) {
  const [isForgotten, setForgotten] = useState(false)
  const who = session.value
  const enrollment = who && findEnrollment(who.nodeHandle, Date.now())
  const purpose = purposeOf(who !== null, enrollment !== null)
  // Known at once, so that nothing moves while sensors are looked for.
  const isDesktop = matchMedia('(pointer: fine)').matches
  return (
    <div class="scan-ready">
      <div class="scan-column">
        <section class="card">
          <h2>{INTROS[purpose].title}</h2>
          <p>{INTROS[purpose].text}</p>
          <News text={isForgotten ? 'Your enrollment is forgotten.' : note} of={enrollment} />
          <Ways purpose={purpose} isDesktop={isDesktop} onStart={onStart} />
          {who ? null : (
            <p class="small">
              Have a node? <a href="/join">Sign in</a> first, and the scan counts for it.
            </p>
          )}
        </section>
        {isDesktop ? <OnPhone /> : null}
      </div>
      <div class="scan-column">
        <Readiness nodeHandle={who?.nodeHandle ?? null} enrollment={enrollment} />
        {enrollment ? <Kept enrollment={enrollment} onForgotten={() => setForgotten(true)} /> : null}
      </div>
    </div>
  )
}

type WaysProps = { purpose: keyof typeof INTROS; isDesktop: boolean; onStart: (purpose: Purpose) => void }

function Ways({ purpose, isDesktop, onStart }: WaysProps) {
  return (
    <>
      <p class="row">
        <Button kind={isDesktop ? 'quiet' : 'main'} onClick={() => onStart(purpose)}>
          {INTROS[purpose].button}
        </Button>
        <Button kind={isDesktop ? 'main' : 'quiet'} onClick={() => onStart('practice')}>
          {isDesktop ? 'Practise with the pointer' : 'Practise with a finger'}
        </Button>
      </p>
      <p class="small soft">
        Practice needs no sensors: a mouse, a finger or the arrow keys. It shows how a scan goes, and proves nothing.
      </p>
    </>
  )
}

function Readiness({ nodeHandle, enrollment }: { nodeHandle: string | null; enrollment: Enrollment | null }) {
  const device = useDevice()
  const checks = checksOf({ ...device, nodeHandle, enrolledUntil: enrollment?.expires_at ?? null })
  return (
    <Card title="Is everything ready?">
      <ul class="scan-checks">
        {checks.map(({ name, state, words }) => (
          <li key={name} class={`scan-check-${state}`}>
            <Icon name={state} />
            <span>
              <strong>{name}</strong> {words}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
