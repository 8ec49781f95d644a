import './meter.css'
import './ring.css'
import type { ComponentChildren } from 'preact'

type MeterProps = { label: string; value: number; max?: number; words?: string }

/** A measured value on a scale with ticks and as text. It isn't a progress bar. */
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

/** Progress as a ring, like a stopwatch, with the children in its center. */
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

/** Computes the share of a maximum, clamped to 0..1; 0 if it isn't finite. */
export function computeShare(value: number, max: number): number {
  const share = value / max
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
