import './meter.css'
import { computeShare } from './share.ts'

type MeterProps = { label: string; value: number; max?: number; words?: string }

/** A measured value on a scale with ticks, and in words. It is no bar of progress. */
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
