import { tracePath } from './tremor.ts'

const WIDTH = 1200
const HEIGHT = 120
const PATH = tracePath(WIDTH, HEIGHT)

/** A strip of paper with the line a living hand writes: the picture of what is measured, not a measurement. */
export function Trace() {
  return (
    <div class="trace" aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMaxYMid slice">
        <path class="trace-axis" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path class="trace-line" d={PATH.line} pathLength={1} />
        <circle class="trace-pen" cx={PATH.end[0]} cy={PATH.end[1]} r="5" />
      </svg>
    </div>
  )
}
