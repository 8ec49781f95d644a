/** The standard normal deviate that a share p lies below (Acklam's approximation, error under 1.2e-9). */
export function probit(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY
  if (p >= 1) return Number.POSITIVE_INFINITY
  if (p > 0.97575) return -probit(1 - p)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p))
    return polynomial(TAIL, q) / (q * polynomial(TAIL_BELOW, q) + 1)
  }
  const q = p - 0.5
  const r = q * q
  return (q * polynomial(CENTRE, r)) / (r * polynomial(CENTRE_BELOW, r) + 1)
}

const CENTRE = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
]
const CENTRE_BELOW = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572]
const TAIL = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const TAIL_BELOW = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((total, coefficient) => total * x + coefficient, 0)
}
