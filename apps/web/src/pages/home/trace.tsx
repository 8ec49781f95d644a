const WIDTH = 1200
const HEIGHT = 120

const STEP = 3

// Cycles over the width, share of the height, phase: slow sway, the hand's own movement, the tremor on top.
const WAVES = [
  [3, 0.1, 0.4],
  [11, 0.09, 1.9],
  [46, 0.075, 0.7],
  [61, 0.05, 2.6],
] as const

// Strokes lift the line for a moment: where they are, how wide and how high.
const STROKES = [
  [0.2, 0.02, 0.3],
  [0.43, 0.026, -0.34],
  [0.66, 0.018, 0.36],
  [0.85, 0.022, -0.2],
] as const

const PATH = computeTracePath(WIDTH, HEIGHT)

/** An SVG path and its last point. */
type TracePath = { line: string; end: [number, number] }

/**
 * Computes the decorative motion line (sway, tremor and four strokes) as an SVG path, and the point where it ends, at least 12 units
 * before the right edge. Always the same for the same size.
 */
export function computeTracePath(width: number, height: number): TracePath {
  const last = width - 12
  const points: [number, number][] = []
  for (let x = 0; x <= last; x += STEP) points.push([x, computeHeight(x / width) * height])
  const line = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y.toFixed(1)}`).join('')
  return { line, end: points.at(-1) ?? [0, height / 2] }
}

function computeHeight(t: number): number {
  const waves = WAVES.reduce(
    (sum, [cycles, share, phase]) => sum + share * Math.sin(2 * Math.PI * cycles * t + phase),
    0,
  )
  const strokes = STROKES.reduce((sum, [at, spread, share]) => sum + share * Math.exp(-(((t - at) / spread) ** 2)), 0)
  return 0.5 - waves * (0.6 + 0.4 * Math.sin(9 * t)) - strokes
}

/** Shows a decorative line that looks like the motion of a hand. It isn't measured data, and screen readers skip it. */
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
