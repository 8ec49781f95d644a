import { type Signal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Ring } from '../../../parts/ring.tsx'
import { nextSaid, type Said } from '../flow/announcement.ts'
import type { Moment } from '../flow/moment.ts'
import type { Purpose } from '../flow/purpose.ts'
import type { CaptureCount } from '../flow/run.ts'
import { Face } from './face.tsx'
import { Heading } from './heading.tsx'
import { LiveMeter } from './live-meter.tsx'

type StageProps = {
  moment: Signal<Moment | null>
  purpose: Purpose
  count: CaptureCount | null
  onStop: () => void
}

/** While a scan runs: time as a ring, the arrow in its middle, what to do in words, and how the motion scores. */
export function Stage({ moment, purpose, count, onStop }: StageProps) {
  const stage = useRef<HTMLElement>(null)
  // A small screen has no room for anything else meanwhile.
  useEffect(() => stage.current?.scrollIntoView({ block: 'start' }), [])
  useEscape(onStop)
  return (
    <section ref={stage} class={`card scan-stage ${purpose === 'practice' ? 'scan-held' : ''}`}>
      <Heading>{titleOf(purpose, count)}</Heading>
      <Instrument moment={moment} isPractice={purpose === 'practice'} />
      <Voice moment={moment} />
      <p class="scan-stop">
        <Button kind="quiet" onClick={onStop}>
          Stop
        </Button>
      </p>
    </section>
  )
}

function useEscape(stop: () => void): void {
  const latest = useRef(stop)
  latest.current = stop
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function Instrument({ moment, isPractice }: { moment: Signal<Moment | null>; isPractice: boolean }) {
  const { value } = moment
  return (
    <>
      <div class="scan-dial">
        <Ring label="Time of the scan" value={value?.elapsed ?? 0} max={Math.max(1, value?.duration ?? 1)}>
          <Face moment={value} />
        </Ring>
      </div>
      <div class="scan-command">
        <p class="scan-do">{value?.command ?? 'Getting ready'}</p>
        <p class="scan-hint">{value?.hint}</p>
      </div>
      {isPractice ? (
        <p class="small soft scan-practice">Practice. A pointer has no motion to judge, so nothing is measured.</p>
      ) : (
        <LiveMeter score={value?.score ?? null} parts={value?.parts ?? null} />
      )}
    </>
  )
}

/** Says what matters to those who do not look, seldom enough to be heard out. */
function Voice({ moment }: { moment: Signal<Moment | null> }) {
  const [said, setSaid] = useState<Said>({ text: '', at: Number.NEGATIVE_INFINITY })
  useSignalEffect(() => {
    const { value } = moment
    if (value) setSaid((last) => nextSaid(value, last, performance.now()))
  })
  return (
    <p role="status" class="unseen">
      {said.text}
    </p>
  )
}

function titleOf(purpose: Purpose, count: CaptureCount | null): string {
  if (purpose === 'practice') return 'Practice'
  if (purpose === 'enroll') return count ? `Enrollment: capture ${count.number} of ${count.of}` : 'Enrollment'
  return 'Follow the arrows'
}
