import './meter.css'
import './ring.css'
import type { ComponentChildren } from 'preact'

type MeterProps = { label: string; value: number; max?: number; words?: string }

/** Shows a measured value as a bar on a scale from 0 to `max`, and as text: `words`, or else a percentage. For progress, use Ring. */
export function Meter({ label, value, max = 1, words }: MeterProps) {
  const share = computeShare(value, max)
  return (
    <div class="meter">
      <div class="meter-line">
        <span>{label}</span>
        <span class="figures">{words ?? `${Math.round(share * 100)} %`}</span>
      </div>
      <div
        class="meter-scale"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={share * max}
        aria-valuetext={words}
      >
        <div class="meter-fill" style={{ transform: `scaleX(${share})` }} />
      </div>
    </div>
  )
}

const RADIUS = 46
const LENGTH = 2 * Math.PI * RADIUS

type RingProps = { label: string; value: number; max?: number; children?: ComponentChildren }

/** Shows progress from 0 to `max` as a ring, with the children in its center. */
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

/** Returns `value / max`, clamped to 0..1. Returns 0 if the quotient isn't finite. */
export function computeShare(value: number, max: number): number {
  const share = value / max
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
