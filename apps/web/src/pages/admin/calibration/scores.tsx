import { useId, useRef, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card, Stat, Stats } from '../../../parts/card.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { formatNumber, say } from '../../../words/speak.ts'
import {
  computeChange,
  describeChange,
  type Histogram,
  type Level,
  LEVEL_NAMES,
  LEVELS,
  formatShare,
  computeRates,
  type Report,
} from './report.ts'

type ScoresProps = { report: Report; threshold: number; onThreshold: (threshold: number) => void }

/** Shows the histograms of a calibration's scores with a movable threshold line, and the effect of moving it. Calls `onThreshold` with each new position. */
export function Scores({ report, threshold, onThreshold }: ScoresProps) {
  const { histogram } = report.plots
  const found = LEVELS.filter((level) => report.thresholds[level] !== null)
  const [level, setLevel] = useState<Level | null>(found.includes('medium') ? 'medium' : (found[0] ?? null))
  const { fmr, fnmr } = computeRates(histogram, threshold)
  const showLevel = (next: Level) => {
    setLevel(next)
    onThreshold(report.thresholds[next] ?? threshold)
  }
  return (
    <Card title={say('Scores')}>
      <p class="admin-measure">
        {say(
          'Everything right of the line passes. Drag it, or focus it and use the arrow keys. Wrong decisions are red: people left of the line, strangers right of it.',
        )}{' '}
        <span class="small soft">{say('Heights are square roots of the shares, so small groups stay visible.')}</span>
      </p>
      <ScorePlot
        histogram={histogram}
        threshold={threshold}
        onThreshold={(next) => onThreshold(toNearestThreshold(next))}
      />
      <Stats>
        <Stat label={say('Threshold')} value={formatNumber(threshold, 3)} />
        <Stat label={say('Strangers who pass (FMR)')} value={formatShare(fmr)} />
        <Stat label={say('People refused (FNMR)')} value={formatShare(fnmr)} />
      </Stats>
      {found.length > 0 ? (
        <div class="row" role="group" aria-label={say('Move the line to a level')}>
          {found.map((name) => (
            <Button key={name} kind="quiet" onClick={() => showLevel(name)}>
              {LEVEL_NAMES[name]} {formatNumber(report.thresholds[name] ?? 0, 3)}
            </Button>
          ))}
        </div>
      ) : null}
      {level === null ? null : <MoveEffect report={report} level={level} threshold={threshold} />}
      <details>
        <summary>{say('Scores as a table')}</summary>
        <Table caption={say('Scores by bin')} columns={COLUMNS} rows={listBins(report)} keyOf={({ from }) => from} />
      </details>
    </Card>
  )
}

type MoveEffectProps = { report: Report; level: Level; threshold: number }

function MoveEffect({ report, level, threshold }: MoveEffectProps) {
  const from = report.thresholds[level] ?? threshold
  const change = computeChange(report, from, threshold)
  return (
    <p class="admin-measure">
      <strong>
        {say('Against {level} ({threshold}):', { level: LEVEL_NAMES[level], threshold: formatNumber(from, 3) })}
      </strong>{' '}
      {describeChange(change)}{' '}
      <span class="small soft">{say('Counted from the histogram; single comparisons are not stored.')}</span>
    </p>
  )
}

type Bin = { from: number; to: number; mated: number; nonMated: number }

const COLUMNS: readonly Column<Bin>[] = [
  {
    head: say('Score'),
    cell: ({ from, to }) => say('{from} to {to}', { from: formatNumber(from, 3), to: formatNumber(to, 3) }),
  },
  { head: say('Same person'), cell: ({ mated }) => formatShare(mated), end: true },
  { head: say('Strangers'), cell: ({ nonMated }) => formatShare(nonMated), end: true },
]

function listBins({ plots: { histogram } }: Report): readonly Bin[] {
  const { edges, mated, non_mated } = histogram
  return mated.map((share, bin) => ({
    from: edges[bin] ?? 0,
    to: edges[bin + 1] ?? 1,
    mated: share,
    nonMated: non_mated[bin] ?? 0,
  }))
}

const TICKS = [0, 0.25, 0.5, 0.75, 1]
/** Each histogram has half the height, minus a margin. */
const MOST = 47

type ScorePlotProps = { histogram: Histogram; threshold: number; onThreshold: (threshold: number) => void }

/** Draws the histogram of comparisons of one person upward and of strangers downward. The threshold line moves by pointer or arrow keys. */
function ScorePlot({ histogram, threshold, onThreshold }: ScorePlotProps) {
  const area = useRef<HTMLDivElement>(null)
  const handlePointer = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect()
    if (box) onThreshold((event.clientX - box.left) / box.width)
  }
  const handlePointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    area.current?.setPointerCapture(event.pointerId)
    area.current?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true })
    handlePointer(event)
  }
  const handlePointerMove = (event: PointerEvent) => {
    if (area.current?.hasPointerCapture(event.pointerId)) handlePointer(event)
  }
  return (
    <div class="admin-plot admin-scores">
      <div class="admin-area" ref={area} onPointerDown={handlePointerDown} onPointerMove={handlePointerMove}>
        <Histograms histogram={histogram} threshold={threshold} />
        <span class="admin-corner admin-corner-upper">{say('Same person')}</span>
        <span class="admin-corner admin-corner-lower">{say('Strangers')}</span>
        <ThresholdLine histogram={histogram} threshold={threshold} onThreshold={onThreshold} />
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

function ThresholdLine({ histogram, threshold, onThreshold }: ScorePlotProps) {
  const { fmr, fnmr } = computeRates(histogram, threshold)
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = computeThresholdByKey(event.key, threshold)
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
        passed: formatShare(fmr),
        refused: formatShare(fnmr),
      })}
      style={{ left: `${100 * threshold}%` }}
      onKeyDown={handleKeyDown}
    />
  )
}

// Every bar is drawn twice, once in the color of each side, and clipped at the line.
function Histograms({ histogram, threshold }: { histogram: Histogram; threshold: number }) {
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

type HistogramShape = { edges: readonly number[]; shares: readonly number[]; most: number; direction: 1 | -1 }

// Heights are square roots: the few scores on the wrong side matter most, and would be invisible otherwise.
function drawBars({ edges, shares, most, direction }: HistogramShape): string {
  return shares
    .map((share, bin) => {
      const [from = 0, to = 0] = [edges[bin], edges[bin + 1]]
      const height = direction * MOST * Math.sqrt(Math.max(0, share) / most)
      return `M${100 * from} 50v${height.toFixed(3)}h${100 * (to - from)}V50z`
    })
    .join('')
}

const STEP = 0.005
const LEAP = 0.05

/** Returns the threshold after a key press, following the ARIA practices for sliders. Returns null for keys that don't move it. */
export function computeThresholdByKey(key: string, threshold: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return 1
  const change = CHANGES.get(key)
  return change === undefined ? null : toNearestThreshold(threshold + change)
}

const CHANGES: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', STEP],
  ['ArrowUp', STEP],
  ['ArrowLeft', -STEP],
  ['ArrowDown', -STEP],
  ['PageUp', LEAP],
  ['PageDown', -LEAP],
])

/** Rounds a threshold to the nearest multiple of 0.005 from 0 to 1. Values that aren't finite become 0. */
export function toNearestThreshold(threshold: number): number {
  const within = Math.min(1, Math.max(0, Number.isFinite(threshold) ? threshold : 0))
  return Number((Math.round(within / STEP) * STEP).toFixed(3))
}
