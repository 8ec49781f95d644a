import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { integer, type Random } from '../../packages/engine/src/random.ts'
import { between, happens, logBetween, pick } from './draw.ts'
import type { AttackFamily } from './family.ts'

/** Changes of the times alone; the values stay as they are. */
type ClockTrick = {
  name: string
  description: string
  apply: (samples: readonly ImuSample[], random: Random) => ImuSample[]
}

export const CLOCK_TRICKS: readonly ClockTrick[] = [
  { name: 'jittered', description: 'each time moved a little', apply: jitterTimes },
  { name: 'random', description: 'times drawn at random and sorted', apply: drawTimes },
  { name: 'reversed', description: 'times running backwards', apply: backwards },
  { name: 'repeated', description: 'some times given twice', apply: repeatTimes },
  { name: 'bursts', description: 'samples arriving in packets', apply: packets },
  { name: 'gaps', description: 'stretches left out', apply: gaps },
  { name: 'stretched', description: 'a clock that runs too fast or too slow', apply: stretchTimes },
]

/** Each forgery again with a trick of the clock: irregular times must not make it look more human. */
export function withClockTricks(family: AttackFamily): AttackFamily {
  return {
    name: `${family.name}-clock`,
    kind: family.kind,
    description: `${family.description}, and a trick with the times`,
    make: (inputs, random) => {
      const made = family.make(inputs, random)
      return made && pick(random, CLOCK_TRICKS).apply(made, random)
    },
  }
}

function retime(samples: readonly ImuSample[], times: readonly number[]): ImuSample[] {
  return samples.map((sample, i) => ({ ...sample, t: times[i] }))
}

function jitterTimes(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const size = logBetween(random, 0.5, 20)
  const times = samples.map(({ t }) => t + between(random, -size, size))
  return retime(samples, happens(random, 0.5) ? times.toSorted((a, b) => a - b) : times)
}

function drawTimes(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const end = samples.at(-1)?.t ?? 0
  return retime(
    samples,
    samples.map(() => between(random, 0, end)).toSorted((a, b) => a - b),
  )
}

function backwards(samples: readonly ImuSample[]): ImuSample[] {
  return retime(samples, samples.map(({ t }) => t).toReversed())
}

function repeatTimes(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const share = between(random, 0.02, 0.5)
  let latest = 0
  return samples.map((sample) => {
    if (!happens(random, share)) latest = sample.t
    return { ...sample, t: latest }
  })
}

function packets(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const size = 2 + integer(random, 12)
  const apart = logBetween(random, 0.05, 3)
  return samples.map((sample, i) => ({ ...sample, t: samples[i - (i % size)].t + (i % size) * apart }))
}

function gaps(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const lengthMs = logBetween(random, 40, 1_500)
  const starts = Array.from({ length: 1 + integer(random, 4) }, () => between(random, 0, samples.at(-1)?.t ?? 0))
  return samples.filter(({ t }) => !starts.some((start) => t >= start && t < start + lengthMs))
}

function stretchTimes(samples: readonly ImuSample[], random: Random): ImuSample[] {
  const pace = logBetween(random, 0.5, 2)
  return samples.map((sample) => ({ ...sample, t: sample.t * pace }))
}
