import type { RecordingProblem, RecordingReport } from '@stillhere/contract'
import type { CaptureGroup } from './recording-store.ts'

/** A group is shown from so many captures of so many people on: fewer say nothing, and could point to a person. */
const LEAST_CAPTURES = 10
const LEAST_PEOPLE = 5

type Counted = { groups: readonly CaptureGroup[]; people: number; most: number }

/** How often recorded captures were refused, by browser and placement. */
export function toRecordingReport({ groups, people, most }: Counted): RecordingReport {
  const shown = groups.filter(({ captures, people: own }) => captures >= LEAST_CAPTURES && own >= LEAST_PEOPLE)
  const total = countAll(groups)
  return {
    captures: total,
    most_captures: most,
    people,
    withheld: total - countAll(shown),
    groups: shown.map(describeGroup),
  }
}

function countAll(groups: readonly CaptureGroup[]): number {
  return groups.reduce((sum, { captures }) => sum + captures, 0)
}

function describeGroup(group: CaptureGroup): RecordingReport['groups'][number] {
  const { browser, placement, captures, people, notFollowed, problems } = group
  const reasons = Object.entries(problems).filter(([, count]) => count > 0)
  const refused = reasons.reduce((sum, [, count]) => sum + count, 0)
  const share = refused / captures
  return {
    browser,
    placement,
    captures,
    people,
    refused,
    reasons: reasons.map(([problem, count]) => ({ problem: problem as RecordingProblem, captures: count })),
    not_followed: notFollowed,
    share,
    interval: computeInterval(share, people),
  }
}

/** The 95 % interval of Wilson (1927) for a share of so many trials. */
function computeInterval(share: number, trials: number): [number, number] {
  const z2 = 1.959964 ** 2
  const centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
  const half = Math.sqrt(z2 * ((share * (1 - share)) / trials + z2 / (4 * trials ** 2))) / (1 + z2 / trials)
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}
