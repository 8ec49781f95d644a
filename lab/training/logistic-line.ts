/** A value, whether it belongs to what is looked for, and how much it counts. */
export type Outcome = { value: number; isPositive: boolean; weight: number }

type Line = readonly [slope: number, offset: number]

/** Maximum likelihood of isPositive ~ logistic(slope·value + offset): Newton's method, each step halved until it helps. */
export function logisticLine(outcomes: readonly Outcome[]): Line {
  let line: Line = [0, 0]
  for (let round = 0; round < 30; round++) {
    const loss = computeLoss(outcomes, line)
    const [slopeStep, offsetStep] = newtonStep(outcomes, line)
    const tried = Array.from({ length: 12 }, (_, halvings): Line => {
      const share = 0.5 ** halvings
      return [line[0] + share * slopeStep, line[1] + share * offsetStep]
    })
    line = tried.find((next) => computeLoss(outcomes, next) < loss) ?? line
  }
  return line
}

/** Minus the mean log likelihood; log(1 + e^-x) without overflow. */
function computeLoss(outcomes: readonly Outcome[], [slope, offset]: Line): number {
  return outcomes.reduce((sum, { value, isPositive, weight }) => {
    const odds = (isPositive ? 1 : -1) * (slope * value + offset)
    return sum + weight * (Math.max(0, -odds) + Math.log1p(Math.exp(-Math.abs(odds))))
  }, 0)
}

function newtonStep(outcomes: readonly Outcome[], [slope, offset]: Line): Line {
  let [gradient, gradientOffset, a, b, c] = [0, 0, 1e-9, 0, 1e-9]
  for (const { value, isPositive, weight } of outcomes) {
    const p = 1 / (1 + Math.exp(-(slope * value + offset)))
    const residual = weight * ((isPositive ? 1 : 0) - p)
    const curvature = weight * p * (1 - p)
    gradient += residual * value
    gradientOffset += residual
    a += curvature * value * value
    b += curvature * value
    c += curvature
  }
  const determinant = a * c - b * b
  return [(c * gradient - b * gradientOffset) / determinant, (a * gradientOffset - b * gradient) / determinant]
}
