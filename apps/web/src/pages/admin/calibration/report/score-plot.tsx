import { useId, useRef } from 'preact/hooks'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { type Histogram, percent, ratesAt } from './rates.ts'
import { moveByKey } from './threshold-keys.ts'

const TICKS = [0, 0.25, 0.5, 0.75, 1]
/** Each heap has half the height, less a little air. */
const MOST = 47

type ScorePlotProps = { histogram: Histogram; threshold: number; onThreshold: (threshold: number) => void }

/** One person upwards, strangers downwards, and a line that a finger, a mouse or the arrow keys move. */
export function ScorePlot({ histogram, threshold, onThreshold }: ScorePlotProps) {
  const area = useRef<HTMLDivElement>(null)
  const follow = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect()
    if (box) onThreshold((event.clientX - box.left) / box.width)
  }
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    area.current?.setPointerCapture(event.pointerId)
    area.current?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true })
    follow(event)
  }
  const move = (event: PointerEvent) => {
    if (area.current?.hasPointerCapture(event.pointerId)) follow(event)
  }
  return (
    <div class="admin-plot admin-scores">
      <div class="admin-area" ref={area} onPointerDown={press} onPointerMove={move}>
        <Heaps histogram={histogram} threshold={threshold} />
        <span class="admin-corner admin-corner-upper">{say('Same person')}</span>
        <span class="admin-corner admin-corner-lower">{say('Strangers')}</span>
        <Line histogram={histogram} threshold={threshold} onThreshold={onThreshold} />
      </div>
      <div class="admin-ticks-x" aria-hidden="true">
        {TICKS.map((at) => (
          <span key={at} style={{ left: `${100 * at}%` }}>
            {formatNumber(at)}
          </span>
        ))}
      </div>
      <p class="admin-axis" aria-hidden="true">
        {say('Score')}
      </p>
    </div>
  )
}

function Line({ histogram, threshold, onThreshold }: ScorePlotProps) {
  const { fmr, fnmr } = ratesAt(histogram, threshold)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveByKey(event.key, threshold)
    if (next === null) return
    event.preventDefault()
    onThreshold(next)
  }
  return (
    <div
      class="admin-line"
      role="slider"
      tabIndex={0}
      aria-label={say('Threshold')}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={threshold}
      aria-valuetext={say('{threshold}: {passed} of strangers pass, {refused} of people are refused', {
        threshold: formatNumber(threshold, 3),
        passed: percent(fmr),
        refused: percent(fnmr),
      })}
      style={{ left: `${100 * threshold}%` }}
      onKeyDown={onKeyDown}
    />
  )
}

// Every bar is drawn twice, once for each side of the line, and the line cuts them.
function Heaps({ histogram, threshold }: { histogram: Histogram; threshold: number }) {
  const id = useId()
  const { edges, mated, non_mated } = histogram
  const most = Math.max(...mated, ...non_mated, 1e-9)
  const upper = drawBars({ edges, shares: mated, most, direction: -1 })
  const lower = drawBars({ edges, shares: non_mated, most, direction: 1 })
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <clipPath id={`${id}-left`}>
        <rect x={0} y={0} width={100 * threshold} height={100} />
      </clipPath>
      <clipPath id={`${id}-right`}>
        <rect x={100 * threshold} y={0} width={100 * (1 - threshold)} height={100} />
      </clipPath>
      <g clip-path={`url(#${id}-left)`}>
        <path class="admin-wrong" d={upper} />
        <path class="admin-right" d={lower} />
      </g>
      <g clip-path={`url(#${id}-right)`}>
        <path class="admin-right" d={upper} />
        <path class="admin-wrong" d={lower} />
      </g>
      <path class="admin-middle" d="M0 50H100" />
    </svg>
  )
}

type Heap = { edges: readonly number[]; shares: readonly number[]; most: number; direction: 1 | -1 }

// Square roots: the few that are on the wrong side are what matters, and would be lines without them.
function drawBars({ edges, shares, most, direction }: Heap): string {
  return shares
    .map((share, bin) => {
      const [from = 0, to = 0] = [edges[bin], edges[bin + 1]]
      const height = direction * MOST * Math.sqrt(Math.max(0, share) / most)
      return `M${100 * from} 50v${height.toFixed(3)}h${100 * (to - from)}V50z`
    })
    .join('')
}
