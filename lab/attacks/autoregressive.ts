import { integer, type Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, pick } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { regression } from './least-squares.ts'
import { moments, rescale } from './series.ts'
import { type Window, withChannels } from './window.ts'

/** Motion continued by models that were fitted to the person. */
export const AUTOREGRESSIVE_FAMILIES: readonly AttackFamily[] = [
  defineForgery('autoregressive', 'each axis from its own past, order 2 to 20', univariate),
  defineForgery('vector-autoregressive', 'all axes from the past of all, order 1 to 20', (human, random) =>
    vectorAutoregressive(human, 1 + integer(random, 20), innovations(random)),
  ),
  defineForgery('var12', 'all axes from 12 samples of the past of all', (human, random) =>
    vectorAutoregressive(human, 12, residualsAgain(random)),
  ),
  defineForgery('switching-autoregressive', 'vector models of short stretches, switched now and then', switching),
  defineForgery('nonlinear-autoregressive', 'a quadratic model of the recent past of all axes', nonlinear),
]

const SETTLE = 100
/** Beyond this many standard deviations a simulation counts as running away. */
const RUNAWAY = 9

type Model = { order: number; weights: Float64Array[]; residuals: Float64Array[] }

function univariate(human: Window, random: Random): Window {
  const order = 2 + integer(random, 19)
  const innovation = innovations(random)
  return withChannels(
    human,
    human.channels.map((channel) => {
      const one = vectorAutoregressive(withChannels(human, [channel]), order, innovation)
      return one.channels[0]
    }),
  )
}

/** A vector autoregression of this order, driven on by the given innovations. */
export function vectorAutoregressive(human: Window, order: number, innovation: Innovations): Window {
  const unit = human.channels.map((channel) => rescale(channel, { mean: 0, sd: 1 }))
  const model = fitModel(unit, Math.min(order, Math.floor((human.n - 1) / 4)))
  const made = simulate(model, human.n, innovation)
  return withChannels(
    human,
    made.map((channel, c) => rescale(channel, moments(human.channels[c]))),
  )
}

function fitModel(unit: readonly Float64Array[], order: number): Model {
  const rows: Float64Array[] = []
  for (let t = order; t < unit[0].length; t++) rows.push(collectPast(unit, t, order))
  const targets = unit.map((channel) => channel.slice(order))
  const weights = regression(rows, targets)
  const residuals = rows.map((row, t) => Float64Array.from(weights, (w, c) => targets[c][t] - product(w, row)))
  return { order, weights, residuals }
}

/** The last `order` samples of all channels before t, the newest first. */
function collectPast(channels: readonly Float64Array[], t: number, order: number): Float64Array {
  const width = channels.length
  return Float64Array.from({ length: order * width }, (_, i) => channels[i % width][t - 1 - Math.floor(i / width)])
}

function product(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
}

/** The input of a model: a new shock for all channels, drawn from the residuals of the fit. */
type Innovations = (residuals: readonly Float64Array[]) => Float64Array

/** Residuals of all channels together, drawn again and again. */
export function residualsAgain(random: Random): Innovations {
  return (residuals) => pick(random, residuals)
}

/** Normal shocks: a sum of many residuals with normal weights is normal and has exactly their covariance. */
function normalShocks(random: Random): Innovations {
  return (residuals) => {
    const some = Math.min(24, residuals.length)
    const total = new Float64Array(residuals[0].length)
    for (const weight of gaussian(random, some)) {
      const residual = pick(random, residuals)
      for (let c = 0; c < total.length; c++) total[c] += (weight * residual[c]) / Math.sqrt(some)
    }
    return total
  }
}

/** Residuals of each channel drawn for itself. */
function separateShocks(random: Random): Innovations {
  return (residuals) => residuals[0].map((_, c) => pick(random, residuals)[c])
}

function innovations(random: Random): Innovations {
  return pick(random, [residualsAgain, normalShocks, separateShocks])(random)
}

/** Runs the model; where it runs away its poles are drawn towards 0 until it stays. */
function simulate(model: Model, n: number, innovation: Innovations): Float64Array[] {
  for (let damping = 1; damping > 0.3; damping *= 0.98) {
    const made = run(dampPoles(model, damping), n, innovation)
    if (made) return made
  }
  return model.weights.map(() => new Float64Array(n))
}

/** Scaling the k-th coefficient with d^k scales every pole with d. */
function dampPoles(model: Model, damping: number): Model {
  const width = model.weights.length
  const weights = model.weights.map((row) => row.map((w, i) => w * damping ** (1 + Math.floor(i / width))))
  return { ...model, weights }
}

function run({ order, weights, residuals }: Model, n: number, innovation: Innovations): Float64Array[] | null {
  const channels = weights.map(() => new Float64Array(order + SETTLE + n))
  for (let t = order; t < channels[0].length; t++) {
    const past = collectPast(channels, t, order)
    const shock = innovation(residuals)
    for (let c = 0; c < channels.length; c++) {
      const next = product(weights[c], past) + shock[c]
      if (!(Math.abs(next) < RUNAWAY)) return null
      channels[c][t] = next
    }
  }
  return channels.map((channel) => channel.slice(order + SETTLE))
}

function switching(human: Window, random: Random): Window {
  const states = 2 + integer(random, 3)
  const order = 2 + integer(random, 5)
  const unit = human.channels.map((channel) => rescale(channel, { mean: 0, sd: 1 }))
  const length = Math.floor(human.n / states)
  const models = Array.from({ length: states }, (_, s) =>
    fitModel(
      unit.map((channel) => channel.slice(s * length, (s + 1) * length)),
      order,
    ),
  )
  const innovation = innovations(random)
  const dwell = between(random, 0.3, 1.5)
  const pieces = human.channels.map((): number[] => [])
  while (pieces[0].length < human.n) {
    const count = Math.ceil(dwell * human.rateHz * between(random, 0.5, 1.5))
    simulate(pick(random, models), count, innovation).forEach((piece, c) => pieces[c].push(...piece))
  }
  return withChannels(
    human,
    pieces.map((piece, c) => rescale(Float64Array.from(piece.slice(0, human.n)), moments(human.channels[c]))),
  )
}

/** Each axis from two samples of all axes and their products, squashed so that it cannot run away. */
function nonlinear(human: Window, random: Random): Window {
  const unit = human.channels.map((channel) => rescale(channel, { mean: 0, sd: 1 }))
  const order = 2 + integer(random, 3)
  const rows: Float64Array[] = []
  for (let t = order; t < human.n; t++) rows.push(withProducts(collectPast(unit, t, order), unit.length))
  const targets = unit.map((channel) => channel.slice(order))
  const weights = regression(rows, targets, 1e-3)
  const residuals = rows.map((row, t) => Float64Array.from(weights, (w, c) => targets[c][t] - product(w, row)))
  const innovation = innovations(random)
  const out = unit.map((channel) => Float64Array.from({ length: human.n }, (_, i) => (i < order ? channel[i] : 0)))
  for (let t = order; t < human.n; t++) {
    const row = withProducts(collectPast(out, t, order), unit.length)
    const shock = innovation(residuals)
    for (let c = 0; c < out.length; c++) out[c][t] = 4 * Math.tanh((product(weights[c], row) + shock[c]) / 4)
  }
  return withChannels(
    human,
    out.map((channel, c) => rescale(channel, moments(human.channels[c]))),
  )
}

function withProducts(past: Float64Array, width: number): Float64Array {
  const products: number[] = []
  for (let i = 0; i < width; i++) for (let j = 0; j <= i; j++) products.push(past[i] * past[j])
  return Float64Array.from([...past, ...products, 1])
}
