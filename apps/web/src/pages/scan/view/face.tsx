import type { Direction } from '@stillhere/client/capture'
import type { Arrow, Moment } from '../flow/moment.ts'

/** What stands in the middle of the ring; the words below say the same, so readers are spared it. */
export function Face({ moment }: { moment: Moment | null }) {
  return (
    <div class="scan-face" aria-hidden="true">
      {moment?.phase === 'countdown' ? <span class="scan-count figures">{moment.secondsLeft}</span> : null}
      {moment?.phase === 'capturing' ? <Strokes arrow={moment.arrow} secondsLeft={moment.secondsLeft} /> : null}
      {moment?.phase === 'countdown' || moment?.phase === 'capturing' ? null : <Waiting />}
    </div>
  )
}

function Strokes({ arrow, secondsLeft }: { arrow: Arrow | null; secondsLeft: number }) {
  return (
    <>
      <svg viewBox="-50 -50 100 100" class="scan-arrow" data-state={arrow?.state ?? 'rest'}>
        {arrow ? (
          // A new arrow is a new element, so that its flight begins anew.
          <g key={arrow.number} transform={`rotate(${DEGREES[arrow.direction]})`}>
            <path d="M-26 0H26M4 -22L26 0L4 22" />
          </g>
        ) : (
          <circle r="5" />
        )}
      </svg>
      <span class="scan-left figures">{arrow ? `${arrow.number} of ${arrow.of}` : `${secondsLeft} s`}</span>
    </>
  )
}

function Waiting() {
  return (
    <svg viewBox="-50 -50 100 100" class="scan-arrow" data-state="rest">
      <rect x="-20" y="-36" width="40" height="72" rx="6" />
      <path d="M-5 28H5" />
    </svg>
  )
}

// Clockwise from right, as SVG turns.
const DEGREES: Readonly<Record<Direction, number>> = {
  right: 0,
  'down-right': 45,
  down: 90,
  'down-left': 135,
  left: 180,
  'up-left': 225,
  up: 270,
  'up-right': 315,
}
