import { integer, type Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween } from './draw.ts'
import { type AttackFamily, defineForgery, defineForgeryFromBoth } from './family.ts'
import { lowRank } from './low-rank.ts'
import { moments, plus, rescale, smoothByCosine, valueAt } from './series.ts'
import { type Window, withChannels } from './window.ts'

/** Motion cut from recordings of people and put together again. */
export const PIECE_FAMILIES: readonly AttackFamily[] = [
  defineForgery('spliced-own', "pieces of 0.3 to 1.5 s of the person's window in another order", (human, random) =>
    splicePieces([human], human, random),
  ),
  defineForgeryFromBoth('spliced-people', 'pieces of two people in turn', (human, other, random) =>
    alike(human, other) ? splicePieces([human, other], human, random) : null,
  ),
  defineForgery('spliced-axes', 'each axis spliced for itself', spliceAxes),
  defineForgery('reversed', 'a recording played backwards', reverse),
  defineForgery('low-passed', 'a recording without its quick part, some with fresh noise', lowPassed),
  defineForgery(
    'held-samples',
    'a recording at a third of its rate, filled up by steps or straight lines',
    holdSamples,
  ),
  defineForgery('low-rank', 'a recording rebuilt from few principal patterns, as an autoencoder does', lowRank),
  defineForgeryFromBoth('mixed-people', 'the mean of two people, weighted', mixPeople),
  defineForgeryFromBoth('grafted-detail', 'slow motion of one person with the quick part of another', graftDetail),
]

/** True where the other window has all channels of this one. */
export function alike(human: Window, other: Window): boolean {
  return other.channels.length >= human.channels.length
}

type Cut = { source: Window; from: number; length: number }

function splicePieces(sources: readonly Window[], like: Window, random: Random): Window {
  const fade = happens(random, 0.5) ? Math.round(between(random, 0.04, 0.2) * like.rateHz) : 0
  const cuts = drawCuts(sources, like, random)
  return withChannels(
    like,
    like.channels.map((_, c) => pastePieces(cuts, c, { n: like.n, fade })),
  )
}

function drawCuts(sources: readonly Window[], { n, rateHz }: Window, random: Random): Cut[] {
  const cuts: Cut[] = []
  for (let total = 0; total < n;) {
    const source = sources[cuts.length % sources.length]
    const length = Math.min(source.n, Math.max(4, Math.round(between(random, 0.3, 1.5) * rateHz)))
    cuts.push({ source, from: integer(random, source.n - length + 1), length })
    total += length
  }
  return cuts
}

/** The pieces one after the other; a fade runs from where the last piece would have gone on. */
function pastePieces(cuts: readonly Cut[], channel: number, { n, fade }: { n: number; fade: number }): Float64Array {
  const out = new Float64Array(n)
  let at = 0
  let before: Cut | null = null
  for (const cut of cuts) {
    for (let i = 0; i < cut.length && at + i < n; i++) {
      const value = cut.source.channels[channel][cut.from + i]
      const share = before && i < fade ? (i + 1) / (fade + 1) : 1
      const rest = before ? valueAt(before.source.channels[channel], before.from + before.length + i) : 0
      out[at + i] = share * value + (1 - share) * rest
    }
    at += cut.length
    before = cut
  }
  return out
}

function spliceAxes(human: Window, random: Random): Window {
  const fade = happens(random, 0.5) ? Math.round(between(random, 0.04, 0.2) * human.rateHz) : 0
  return withChannels(
    human,
    human.channels.map((_, c) => pastePieces(drawCuts([human], human, random), c, { n: human.n, fade })),
  )
}

/** Backwards, gravity stays and rotation changes its sign; a careless forger forgets that. */
function reverse(human: Window, random: Random): Window {
  const sign = happens(random, 0.5) ? -1 : 1
  return withChannels(
    human,
    human.channels.map((channel, c) => channel.toReversed().map((value) => (c < 3 ? value : sign * value))),
  )
}

function lowPassed(human: Window, random: Random): Window {
  const reach = (human.rateHz / logBetween(random, 1.5, 8)) * 0.7
  const noise = happens(random, 0.6) ? logBetween(random, 0.005, 0.08) : 0
  return withChannels(
    human,
    human.channels.map((channel) => {
      const { sd } = moments(channel)
      return plus(smoothByCosine(smoothByCosine(channel, reach), reach / 2), gaussian(random, human.n), noise * sd)
    }),
  )
}

function holdSamples(human: Window, random: Random): Window {
  const every = 2 + integer(random, 6)
  const straight = happens(random, 0.5)
  return withChannels(
    human,
    human.channels.map((channel) =>
      channel.map((_, i) => {
        const from = i - (i % every)
        const next = valueAt(channel, from + every)
        return straight ? channel[from] + ((next - channel[from]) * (i - from)) / every : channel[from]
      }),
    ),
  )
}

function mixPeople(human: Window, other: Window, random: Random): Window | null {
  if (!alike(human, other)) return null
  const share = between(random, 0.25, 0.75)
  return blend(human, other, () => share)
}

/** `share(i)` of the other person at sample i, brought to the person's mean so that gravity does not jump. */
export function blend(human: Window, other: Window, share: (i: number) => number): Window {
  return withChannels(
    human,
    human.channels.map((channel, c) => {
      const shift = moments(channel).mean - moments(other.channels[c]).mean
      return channel.map((value, i) => (1 - share(i)) * value + share(i) * (other.channels[c][i % other.n] + shift))
    }),
  )
}

function graftDetail(human: Window, other: Window, random: Random): Window | null {
  if (!alike(human, other)) return null
  const reach = human.rateHz / between(random, 1.5, 8)
  return withChannels(
    human,
    human.channels.map((channel, c) => {
      const theirs = other.channels[c]
      const detail = plus(theirs, smoothByCosine(theirs, reach), -1)
      const own = plus(channel, smoothByCosine(channel, reach), -1)
      const fitting = rescale(
        channel.map((_, i) => detail[i % other.n]),
        moments(own),
      )
      return plus(smoothByCosine(channel, reach), fitting)
    }),
  )
}
