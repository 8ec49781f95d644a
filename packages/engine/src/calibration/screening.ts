import { upperMedian } from '../math/statistics.ts'
import { integer, type Random, seededRandom } from '../random.ts'

/** Up to so many windows each is compared with all of strangers; where there are more, a subject is with so many drawn ones. */
const MOST_WINDOWS = 800
const LOOKS = 400
/** Fewer windows say too little about whether they are one person's. */
const MIN_WINDOWS = 6
/** Somebody may resemble twice as many others as is usual, or four in a hundred more. */
const TIMES_USUAL = 2
const MORE_THAN_USUAL = 0.04
/** How often windows of many people under one name are nearer to each other than to strangers'. */
const CHANCE = 0.5
/** Or so far below what is usual, in standard deviations, where people are told apart well. */
const MOST_DEVIATIONS = 5
const LEAST_SPREAD = 0.05
/** How much further few windows may go: by chance alone they lie further from what is usual. */
const FEW = 0.3
const MOST_OUTLIERS = 0.4

/** Which subjects stay, and how many sessions go. */
export type ScreeningResult = { isGood: boolean[]; outliers: number }

/** Scores of all own pairs, scores against strangers, and how often the own ones are higher. */
type Look = { own: number[]; others: Float64Array; ownFirst: number }

/** Everybody's windows, and how likely a model holds two of them for one person's. */
export type ScreeningView<Window> = {
  windows: readonly (readonly Window[])[]
  compare: (template: Window, probe: Window) => number
}

/** Who is screened, by what they recorded. */
type Screenable = { sessions: number }

/**
 * Finds who would teach the wrong thing: one person under many names, who resembles too many others, and many people
 * under one name, who do not resemble themselves. One view after the other is asked: where it would leave out more than
 * two in five, it does not know people like these.
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

/** What lies further below the usual share than people differ in it, by median deviations that a few cannot move. */
function computeLeastOwnShare(looks: readonly Look[]): number {
  const usual = upperMedian(looks.map(({ ownFirst }) => ownFirst))
  const spread = 1.4826 * upperMedian(looks.map(({ ownFirst }) => Math.abs(ownFirst - usual)))
  return usual - MOST_DEVIATIONS * Math.max(spread, LEAST_SPREAD)
}

function compareWindows<Window>({ windows, compare }: ScreeningView<Window>, random: Random): Look[] {
  // Others are taken by their windows: splitting few sessions on many names gains nothing.
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
 * How often a window is nearer to another one of its subject than to a stranger's (Mann and Whitney 1947). Ranks hold for
 * people whom the model does not know, too, where its distances are of another size; and a window that is near to everybody
 * counts no more than one that is near to nobody.
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
