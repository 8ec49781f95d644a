import { useMemo } from 'preact/hooks'
import { useCountdown } from '../../../parts/countdown.ts'
import { Notice } from '../../../parts/notice.tsx'
import { formatClock } from '../../../parts/time-words.ts'
import { say } from '../../../words/speak.ts'
import type { Refusal } from '../flow/refusal.ts'
import { PasskeyWay } from './passkey-way.tsx'
import { RecoveryWay } from './recovery-way.tsx'

/** When a refusal is over; 0 for one that waiting does not mend. */
export function useDeadline(refusal: Refusal | null): number {
  return useMemo(() => (refusal?.at === 'form' && refusal.waitMs ? Date.now() + refusal.waitMs : 0), [refusal])
}

/** What belongs to no field. While it lasts it counts down; the count itself is not read out at every second. */
export function RefusalNotice({ refusal, until }: { refusal: Refusal | null; until: number }) {
  const seconds = useCountdown(until)
  if (refusal?.at !== 'form') return null
  return (
    <Notice kind={until > 0 ? 'warn' : 'bad'} title={refusal.title} live>
      <p>{refusal.advice}</p>
      {until > 0 ? (
        <p aria-live="off">
          {seconds > 0 ? (
            <span class="figures">{say('Try again in {time}.', { time: formatClock(seconds) })}</span>
          ) : (
            say('You can try again now.')
          )}
        </p>
      ) : null}
    </Notice>
  )
}

/** The ways in without a code, below a refusal that names them. */
export function OtherWays({ refusal, onIn }: { refusal: Refusal | null; onIn: () => void }) {
  if (refusal?.at !== 'form' || !refusal.hasOtherWays) return null
  return (
    <div class="stack">
      <PasskeyWay onIn={onIn} />
      <RecoveryWay onIn={onIn} />
    </div>
  )
}
