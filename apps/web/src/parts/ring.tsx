import './ring.css'
import type { ComponentChildren } from 'preact'
import { computeShare } from './share.ts'

const RADIUS = 46
const LENGTH = 2 * Math.PI * RADIUS

type RingProps = { label: string; value: number; max?: number; children?: ComponentChildren }

/** Progress as a ring, like the dial of a stop-watch; the children stand in its middle. */
export function Ring({ label, value, max = 1, children }: RingProps) {
  const share = computeShare(value, max)
  return (
    <div
      class="ring"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="ring-ticks" cx="50" cy="50" r={RADIUS} pathLength={600} />
        <circle
          class="ring-arc"
          cx="50"
          cy="50"
          r={RADIUS}
          style={{ strokeDasharray: `${share * LENGTH} ${LENGTH}` }}
        />
      </svg>
      <div class="ring-middle">{children}</div>
    </div>
  )
}
