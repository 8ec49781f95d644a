import { normal, type Random } from '../../packages/engine/src/random.ts'

/** A damped oscillator that noise keeps going, of mean power 1: an autoregression of second order. */
export function makeOscillation(
  n: number,
  { hz, damping }: { hz: number; damping: number },
  rateHz: number,
  random: Random,
): Float64Array {
  const omega = (2 * Math.PI * Math.min(0.45 * rateHz, hz)) / rateHz
  const share = Math.min(0.95, damping)
  const radius = Math.exp(-share * omega)
  const a = 2 * radius * Math.cos(omega * Math.sqrt(1 - share * share))
  const b = -radius * radius
  const power = (1 - b) / ((1 + b) * ((1 - b) ** 2 - a * a))
  return runAutoregression(n, { a, b, size: 1 / Math.sqrt(power), settle: Math.ceil(4 / (share * omega)) }, random)
}

/** Slow wandering of mean power 1, up to about `hz`. */
export function makeWandering(n: number, hz: number, rateHz: number, random: Random): Float64Array {
  return makeOscillation(n, { hz, damping: 0.95 }, rateHz, random)
}

type Autoregression = { a: number; b: number; size: number; settle: number }

function runAutoregression(n: number, { a, b, size, settle }: Autoregression, random: Random): Float64Array {
  const out = new Float64Array(n)
  let [one, two] = [0, 0]
  for (let i = -Math.min(settle, 2000); i < n; i++) {
    const next = a * one + b * two + size * normal(random)
    two = one
    one = next
    if (i >= 0) out[i] = next
  }
  return out
}
