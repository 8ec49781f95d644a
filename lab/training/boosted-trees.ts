import type { Tree } from '../../packages/engine/src/coupling/score.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'

/** Rows of features with a label (1 a person, 0 a forgery) and a weight each. */
export type Examples = { width: number; x: Float64Array[]; isHuman: Uint8Array; weight: Float64Array }
/** `columns` is the share of features looked at in a round, drawn anew each time: no single one can carry the model. */
export type BoostOptions = { rounds: number; rate: number; ridge: number; columns: number; seed: number }

const BINS = 48

/** Gradient boosting of depth-two trees on the logistic loss with Newton steps (Friedman 2001; Chen and Guestrin 2016). */
export function boostTrees(examples: Examples, options: BoostOptions): Tree[] {
  const n = examples.x.length
  const binned = binning(examples)
  const state: State = {
    ...options,
    ...binned,
    n,
    features: [],
    logit: new Float64Array(n),
    g: new Float64Array(n),
    h: new Float64Array(n),
  }
  const all = Int32Array.from({ length: n }, (_, i) => i)
  const random = seededRandom(options.seed)
  const trees: Tree[] = []
  for (let round = 0; round < options.rounds; round++) {
    gradients(examples, state)
    state.features = binned.cuts.map((_, f) => f).filter(() => random() < options.columns)
    const root = bestSplit(state, all)
    if (!root) break
    const isUnder = (i: number): boolean => state.bins[root.feature * n + i] <= root.bin
    const sides = [all.filter(isUnder), all.filter((i) => !isUnder(i))].map((rows) => growTree(state, rows))
    trees.push([root.feature, binned.cuts[root.feature][root.bin], ...sides[0].question, ...sides[1].question])
  }
  return trees
}

type State = BoostOptions & {
  n: number
  bins: Uint8Array
  cuts: number[][]
  features: number[]
  logit: Float64Array
  g: Float64Array
  h: Float64Array
}
type Split = { feature: number; bin: number }

function binning({ width, x }: Examples): { bins: Uint8Array; cuts: number[][] } {
  const n = x.length
  const bins = new Uint8Array(width * n)
  const cuts: number[][] = []
  for (let f = 0; f < width; f++) {
    const sorted = Float64Array.from(x, (row) => row[f]).toSorted()
    const own = [...new Set(Array.from({ length: BINS - 1 }, (_, b) => sorted[Math.floor(((b + 1) * n) / BINS)]))]
    // Rounded before binning, so that the tree as written asks exactly what was learned.
    const rounded = [...new Set(own.map((value) => Number(value.toPrecision(5))))].toSorted((a, b) => a - b)
    cuts.push(rounded)
    for (let i = 0; i < n; i++) {
      let bin = 0
      while (bin < rounded.length && x[i][f] >= rounded[bin]) bin++
      bins[f * n + i] = bin
    }
  }
  return { bins, cuts }
}

function gradients({ isHuman, weight }: Examples, { n, logit, g, h }: State): void {
  for (let i = 0; i < n; i++) {
    const p = 1 / (1 + Math.exp(-logit[i]))
    g[i] = weight[i] * (p - isHuman[i])
    h[i] = weight[i] * Math.max(1e-6, p * (1 - p))
  }
}

function bestSplit({ n, bins, cuts, features, g, h, ridge }: State, rows: Int32Array): Split | null {
  const [G, H] = [new Float64Array(BINS), new Float64Array(BINS)]
  let [total, curvature] = [0, 0]
  for (const i of rows) {
    total += g[i]
    curvature += h[i]
  }
  let best: Split | null = null
  let most = (total * total) / (curvature + ridge) + 1e-12
  for (const f of features) {
    G.fill(0)
    H.fill(0)
    for (const i of rows) {
      const bin = bins[f * n + i]
      G[bin] += g[i]
      H[bin] += h[i]
    }
    let [left, under] = [0, 0]
    for (let bin = 0; bin < cuts[f].length; bin++) {
      left += G[bin]
      under += H[bin]
      if (under < 1e-4 || curvature - under < 1e-4) continue
      const gain = (left * left) / (under + ridge) + (total - left) ** 2 / (curvature - under + ridge)
      if (gain > most) {
        most = gain
        best = { feature: f, bin }
      }
    }
  }
  return best
}

/** The best second question for these rows with its two answers, added to their logits. */
function growTree(state: State, rows: Int32Array): { question: number[] } {
  const split = bestSplit(state, rows) ?? { feature: 0, bin: BINS }
  const isUnder = (i: number): boolean => state.bins[split.feature * state.n + i] <= split.bin
  const answers = [rows.filter(isUnder), rows.filter((i) => !isUnder(i))].map((side) => predict(state, side))
  const threshold = state.cuts[split.feature][split.bin] ?? 1e9
  return { question: [split.feature, threshold, ...answers] }
}

function predict({ g, h, logit, rate, ridge }: State, rows: Int32Array): number {
  let [total, curvature] = [0, 0]
  for (const i of rows) {
    total += g[i]
    curvature += h[i]
  }
  const answer = Number(((-rate * total) / (curvature + ridge)).toPrecision(4))
  for (const i of rows) logit[i] += answer
  return answer
}
