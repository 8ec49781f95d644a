import { type ImuSample, type Random, seededRandom } from '../../../packages/engine/src/index.ts'
import { integer } from '../../../packages/engine/src/random.ts'
import type { Make } from '../harness/generator.ts'
import * as simulatedHand from './simulated-hand.ts'

export const name = 'browser sensor override'
export const does =
  'the simulated hand through Chromium’s sensor override, as its devicemotion events come: the newest reading at each event, some twice, some never, rounded'

/** Chromium looks for a new reading so often; its times have steps of 0.1 ms. */
const EVENT_MS = 16.7
/** Readings come through the DevTools protocol a little late, each by another time. */
const MEAN_DELAY_MS = 6
/** One event in a hundred is left out where the page is busy. */
const LOST = 0.01

export const make: Make = (challenge, random, attempt) => {
  const delivery = seededRandom(integer(random, 2 ** 31))
  return deliverByEvents(simulatedHand.make(challenge, random, attempt), delivery)
}

/** Readings as a page gets them that are pushed into the browser one after the other. */
export function deliverByEvents(pushed: readonly ImuSample[], random: Random): ImuSample[] {
  const arrivals = pushed.map(({ t }) => t - MEAN_DELAY_MS * Math.log(1 - random()))
  const events: ImuSample[] = []
  const last = pushed[pushed.length - 1].t
  for (let [t, k] = [0, 0]; t <= last; t += EVENT_MS) {
    while (k + 1 < pushed.length && arrivals[k + 1] <= t) k++
    if (random() >= LOST) events.push({ ...roundReading(pushed[k]), t: Math.round(10 * t) / 10 })
  }
  return events
}

/** To 0.1 m/s² and 0.1 °/s, as multiples of the step: Chromium leaves their last digits as they come. */
function roundReading({ ax, ay, az, rx = 0, ry = 0, rz = 0 }: ImuSample): Omit<ImuSample, 't'> {
  const round = (value: number) => 0.1 * Math.round(10 * value)
  return { ax: round(ax), ay: round(ay), az: round(az), rx: round(rx), ry: round(ry), rz: round(rz) }
}
