import { upperMedian } from '../math/statistics.ts'
import { integer, type Random, seededRandom } from '../random.ts'

/**
 * Up to this many windows, each is compared with all of strangers; with more, each subject is compared with a random
 * sample of LOOKS.
 */
const MOST_WINDOWS = 800
const LOOKS = 400
/** With fewer windows, subjects aren't checked for belonging to one person. */
const MIN_WINDOWS = 6
/** A subject may resemble twice as many others as usual, or four in a hundred more. */
const TIMES_USUAL = 2
const MORE_THAN_USUAL = 0.04
/** How often windows of many people under one name are nearer to each other than to those of strangers. */
const CHANCE = 0.5
/** Limit below the usual value in standard deviations, for people who are easily distinguished. */
const MOST_DEVIATIONS = 5
const LEAST_SPREAD = 0.05
/** Extra tolerance for few windows, which deviate more by chance. */
const FEW = 0.3
const MOST_OUTLIERS = 0.4

/** The subjects that stay, and the number of sessions removed. */
export type ScreeningResult = { isGood: boolean[]; outliers: number }

/** Scores of all own pairs, scores against strangers, and how often the own ones are higher. */
type Look = { own: number[]; others: Float64Array; ownFirst: number }

/** The windows of each subject, and how likely a model considers two of them one person's. */
export type ScreeningView<Window> = {
  windows: readonly (readonly Window[])[]
  compare: (template: Window, probe: Window) => number
}

/** A subject to screen, with its number of sessions. */
type Screenable = { sessions: number }

/**
 * Decides which subjects to remove because they would distort the calibration: one person under many names, who
 * resembles too many other subjects, or many people under one name, who don't resemble each other. `views` create
 * comparisons under different models, which are tried in turn; a view that would remove more than 40 % of the sessions
 * is skipped. If all views are skipped, no subject is removed.
 */
export function judgeSubjects<Window>(
  subjects: readonly Screenable[],
  views: readonly (() => ScreeningView<Window>)[],
): ScreeningResult {
  const all = subjects.reduce((sum, subject) => sum + subject.sessions, 0)
  for (const view of views) {
    const isGood = judgeView(view())
    const outliers = subjects.reduce((sum, subject, i) => sum + (isGood[i] ? 0 : subject.sessions), 0)
    if (outliers <= MOST_OUTLIERS * all) return { isGood, outliers }
  }
  return { isGood: subjects.map(() => true), outliers: 0 }
}

function judgeView<Window>(seen: ScreeningView<Window>): boolean[] {
  const counts = seen.windows.map(({ length }) => length)
  const looks = compareWindows(seen, seededRandom(17))
  const sameFrom = upperMedian(looks.flatMap(({ own }) => own))
  const resembled = looks.map(({ others }) => others.filter((score) => score >= sameFrom).length / others.length)
  const usual = upperMedian(looks.flatMap((_, i) => Array.from({ length: counts[i] }, () => resembled[i])))
  const most = Math.max(TIMES_USUAL * usual, usual + MORE_THAN_USUAL)
  const leastOwn = computeLeastOwnShare(looks.filter((_, i) => counts[i] >= MIN_WINDOWS))
  return looks.map(({ ownFirst }, i) => {
    const length = counts[i]
    const isOne = length < MIN_WINDOWS || ownFirst >= Math.max(CHANCE - FEW / length, leastOwn)
    return resembled[i] <= most * (1 + FEW / length) && isOne
  })
}

/** Returns the lowest acceptable share, from the median and the median deviation, which a few subjects cannot move. */
function computeLeastOwnShare(looks: readonly Look[]): number {
  const usual = upperMedian(looks.map(({ ownFirst }) => ownFirst))
  const spread = 1.4826 * upperMedian(looks.map(({ ownFirst }) => Math.abs(ownFirst - usual)))
  return usual - MOST_DEVIATIONS * Math.max(spread, LEAST_SPREAD)
}

function compareWindows<Window>({ windows, compare }: ScreeningView<Window>, random: Random): Look[] {
  // Others are drawn by window, so splitting few sessions among many names gains nothing.
  const all = windows.flat()
  const isFew = all.length <= MOST_WINDOWS
  let from = 0
  return windows.map((own) => {
    const start = from
    from += own.length
    const strangers = all.length - own.length
    const others = Float64Array.from({ length: isFew ? strangers * own.length : LOOKS }, (_, look) => {
      const at = isFew ? Math.floor(look / own.length) : integer(random, strangers)
      return compare(own[look % own.length], all[at < start ? at : at + own.length])
    })
    const scores = own.map((template) => own.map((probe) => compare(template, probe)))
    return { own: scores.flatMap((row, i) => row.slice(0, i)), others, ownFirst: computeOwnFirstShare(scores, others) }
  })
}

/**
 * Returns how often a window is nearer to another window of its subject than to a stranger's (Mann and Whitney 1947).
 * Ranks also work for people that the model doesn't know, whose distances have another scale. A window near to all
 * others counts no more than one near to none.
 */
function computeOwnFirstShare(scores: readonly (readonly number[])[], others: Float64Array): number {
  let [before, all] = [0, 0]
  others.forEach((stranger, look) => {
    const at = look % scores.length
    scores[at].forEach((score, i) => {
      if (i === at) return
      all++
      if (score > stranger) before++
      else if (score === stranger) before += 0.5
    })
  })
  return all === 0 ? 1 : before / all
}
