import { say } from '../../../../words/speak.ts'
import { type Point, drawPath, type Tick } from './curves.ts'

/** A point worth seeing; without a text it is the one that moves. */
export type Mark = Point & { text: string }

type CurvePlotProps = {
  title: string
  x: string
  y: string
  ticks: readonly Tick[]
  line: readonly Point[]
  dashed: readonly Point[]
  marks: readonly Mark[]
}

/** A square plot. Its words are text of the page, so that they grow with it; the table beside it says the same. */
export function CurvePlot({ title, x, y, ticks, line, dashed, marks }: CurvePlotProps) {
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
