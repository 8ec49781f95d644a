import { Card } from '../../../parts/card.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { formatNumber, say } from '../../../words/speak.ts'
import { LEVEL_NAMES, formatShare, computeRates, type Report } from './report.ts'

type Rate = Report['plots']['det'][number]
type CurvesProps = { report: Report; other: Report | null; threshold: number }

/** Shows the ROC and DET curves of a calibration report, with `threshold` as a point on both. If there is an `other` report, its curves are dashed. */
export function Curves({ report, other, threshold }: CurvesProps) {
  const { det } = report.plots
  const theirs = other?.plots.det ?? []
  return (
    <Card title={say('Curves')}>
      <div class="columns">
        <CurvePlot
          title="ROC"
          x={say('strangers who pass')}
          y={say('people who pass')}
          ticks={ROC_TICKS}
          line={computeRocLine(det)}
          dashed={theirs.length > 0 ? computeRocLine(theirs) : []}
          marks={listMarks(report, threshold, ({ far, fnmr }) => ({ x: far, y: 1 - fnmr }))}
        />
        <CurvePlot
          title="DET"
          x={say('strangers who pass')}
          y={say('people refused')}
          ticks={DET_TICKS}
          line={computeDetLine(det)}
          dashed={computeDetLine(theirs)}
          marks={listMarks(report, threshold, computeDetPoint)}
        />
      </div>
      <p class="small soft">
        {theirs.length > 0
          ? say(
              'L, M and H are the thresholds found for the levels, the filled point is the line of the histogram, and the dashed curve is the other artifact.',
            )
          : say('L, M and H are the thresholds found for the levels; the filled point is the line of the histogram.')}
      </p>
      <details>
        <summary>{say('Curves as a table')}</summary>
        <Table
          caption={say('Points of both curves')}
          columns={COLUMNS}
          rows={selectDistinctPoints(det)}
          keyOf={({ far }) => far}
        />
      </details>
    </Card>
  )
}

function listMarks(report: Report, threshold: number, placed: (rate: Rate) => Point): readonly Mark[] {
  const { fmr, fnmr } = computeRates(report.plots.histogram, threshold)
  const levels = report.operating_points.flatMap(({ level, realised_far, fnmr: refused }) =>
    level === null || realised_far === null || refused === null
      ? []
      : [{ text: LEVEL_NAMES[level].charAt(0).toUpperCase(), ...placed({ far: realised_far, fnmr: refused }) }],
  )
  return [...levels, { text: '', ...placed({ far: fmr, fnmr }) }]
}

const COLUMNS: readonly Column<Rate>[] = [
  { head: say('Strangers who pass'), cell: ({ far }) => formatShare(far) },
  { head: say('People who pass'), cell: ({ fnmr }) => formatShare(1 - fnmr), end: true },
  { head: say('People refused'), cell: ({ fnmr }) => formatShare(fnmr), end: true },
]

// With few strangers, several points of the curve coincide.
function selectDistinctPoints(det: readonly Rate[]): readonly Rate[] {
  return det.filter(({ far }, index) => index === 0 || far !== det[index - 1]?.far)
}

/** A marked point. Without text, it is the point that follows the threshold line. */
type Mark = Point & { text: string }

type CurvePlotProps = {
  title: string
  x: string
  y: string
  ticks: readonly Tick[]
  line: readonly Point[]
  dashed: readonly Point[]
  marks: readonly Mark[]
}

/** A square plot. Its labels are HTML, so they scale with the text size. The table below it has the same data. */
function CurvePlot({ title, x, y, ticks, line, dashed, marks }: CurvePlotProps) {
  return (
    <figure class="admin-plot admin-curve">
      <figcaption>
        <strong>{title}</strong> <span class="small soft">{say('{y} (up) against {x}', { x, y })}</span>
      </figcaption>
      <div class="admin-square" aria-hidden="true">
        <div class="admin-ticks-y">
          {ticks.map(({ at, text }) => (
            <span key={at} style={{ bottom: `${100 * at}%` }}>
              {text}
            </span>
          ))}
        </div>
        <div class="admin-area">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <path class="admin-grid" d={drawGrid(ticks)} />
            <path class="admin-dashed" d={drawPath(dashed)} />
            <path class="admin-curve-line" d={drawPath(line)} />
          </svg>
          {marks.map(({ x: left, y: bottom, text }, index) => (
            <span
              key={index}
              class={text === '' ? 'admin-mark admin-mark-now' : 'admin-mark'}
              style={{ left: `${100 * left}%`, bottom: `${100 * bottom}%` }}
            >
              {text}
            </span>
          ))}
        </div>
        <div class="admin-ticks-x">
          {ticks.map(({ at, text }) => (
            <span key={at} style={{ left: `${100 * at}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

function drawGrid(ticks: readonly Tick[]): string {
  return ticks.map(({ at }) => `M${100 * at} 0V100M0 ${100 * (1 - at)}H100`).join('')
}

/** A position on a plot. Both coordinates run from 0 to 1, from the lower left corner. */
type Point = { x: number; y: number }
type Tick = { at: number; text: string }

type Det = Report['plots']['det']

/** Computes the ROC curve, the share of people who pass against the share of strangers who pass, from corner (0, 0) to corner (1, 1). */
export function computeRocLine(det: Det): Point[] {
  const points = det.map(({ far, fnmr }) => ({ x: far, y: 1 - fnmr })).toSorted((a, b) => a.x - b.x || a.y - b.y)
  return [{ x: 0, y: 0 }, ...points, { x: 1, y: 1 }]
}

/**
 * Computes the DET curve, the share of people refused against the share of strangers who pass, on normal deviate scales, where normally
 * distributed scores give a straight line.
 */
export function computeDetLine(det: Det): Point[] {
  return det.map(({ far, fnmr }) => computeDetPoint({ far, fnmr })).toSorted((a, b) => a.x - b.x || b.y - a.y)
}

/** Computes the position on the DET plot of a rate of strangers who pass (`far`) and a rate of people refused (`fnmr`). */
export function computeDetPoint({ far, fnmr }: { far: number; fnmr: number }): Point {
  return { x: computeDetPosition(far), y: computeDetPosition(fnmr) }
}

const LEAST = 0.001

/** Returns the position of a rate on a DET axis. Rates beyond 0.1 % and 99.9 % are clamped to its ends. */
function computeDetPosition(rate: number): number {
  const [from, to] = [computeProbit(LEAST), computeProbit(1 - LEAST)]
  return (computeProbit(Math.min(1 - LEAST, Math.max(LEAST, rate))) - from) / (to - from)
}

export const DET_TICKS: readonly Tick[] = [0.001, 0.01, 0.1, 0.4, 0.8, 0.99].map((rate) => ({
  at: computeDetPosition(rate),
  text: `${formatNumber(100 * rate)} %`,
}))

const ROC_TICKS: readonly Tick[] = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: `${100 * at} %` }))

/** Computes the quantile of the standard normal distribution at p, by Newton's method on its distribution function. p must be between 0.0005 and 0.9995. */
export function computeProbit(p: number): number {
  let x = 0
  for (let step = 0; step < 40; step++) {
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
    const next = x - Math.min(0.5, Math.max(-0.5, (computeNormalShare(x) - p) / density))
    if (Math.abs(next - x) < 1e-9) return next
    x = next
  }
  return x
}

/** Returns the standard normal distribution function at x, by its power series; exact to double precision for |x| < 5. */
function computeNormalShare(x: number): number {
  let [term, sum] = [x, x]
  for (let k = 1; Math.abs(term) > 1e-16 && k < 200; k++) {
    term *= (x * x) / (2 * k + 1)
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

/** Returns a curve as the `d` of an SVG path in a square of 100 by 100, whose origin is the upper left corner. Returns an empty string without points. */
export function drawPath(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${(100 * x).toFixed(2)} ${(100 * (1 - y)).toFixed(2)}`)
    .join('')
}
