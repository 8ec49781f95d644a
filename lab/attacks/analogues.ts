import { integer, type Random } from '../../packages/engine/src/random.ts'
import { gaussian, happens, logBetween, pick } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { moments, plus, rescale } from './series.ts'
import { type Window, withChannels } from './window.ts'

/** Motion remembered rather than modeled. */
export const ANALOGUE_FAMILIES: readonly AttackFamily[] = [
  defineForgery(
    'analogues',
    "continued as the most similar moments of the person's window were (nearest neighbours)",
    analogues,
  ),
]

/** Lall and Sharma 1996: nearest-neighbor bootstrap, as a memory-based generator would continue. */
function analogues(human: Window, random: Random): Window {
  const order = 2 + integer(random, 6)
  const neighbors = 1 + integer(random, 6)
  const noise = happens(random, 0.5) ? logBetween(random, 0.005, 0.1) : 0
  const unit = human.channels.map((channel) => rescale(channel, { mean: 0, sd: 1 }))
  const last = human.n - 2
  let at = order + integer(random, human.n - 2 * order)
  const path: number[] = []
  while (path.length < human.n) {
    path.push(at)
    at = pick(random, nearest(unit, { at, order, neighbors, last })) + 1
  }
  return withChannels(
    human,
    human.channels.map((channel) => {
      const picked = Float64Array.from(path, (i) => channel[i])
      return plus(picked, gaussian(random, human.n), noise * moments(channel).sd)
    }),
  )
}

type Search = { at: number; order: number; neighbors: number; last: number }

/** The moments whose recent past is most like that before `at`, at least two samples away so that it does not just play on. */
function nearest(unit: readonly Float64Array[], { at, order, neighbors, last }: Search): number[] {
  const found: { t: number; distance: number }[] = []
  for (let t = order; t <= last; t++) {
    if (Math.abs(t - at) < 2) continue
    let distance = 0
    for (const x of unit) for (let k = 0; k < order; k++) distance += (x[t - k] - x[at - k]) ** 2
    if (found.length < neighbors || distance < found[found.length - 1].distance) {
      found.push({ t, distance })
      found.sort((a, b) => a.distance - b.distance)
      found.length = Math.min(found.length, neighbors)
    }
  }
  return found.map(({ t }) => t)
}
