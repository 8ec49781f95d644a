import { ENOUGH, type PartName, type Seen } from './seen.ts'

/** What each part of presence is called, and what it looks at. */
export const PART_WORDS: Readonly<Record<PartName, { label: string; about: string }>> = {
  microTiming: { label: 'Timing', about: 'how small corrections follow each other' },
  noiseResidual: { label: 'Tremor', about: 'the fine shiver of a hand' },
  freqEntropy: { label: 'Rhythm', about: 'which speeds the motion is made of' },
  bioPerturb: { label: 'Body', about: 'whether turning and moving belong to one arm' },
}

/** What was seen, in sentences. */
export function seenWords({ presence, strokes }: Seen): string[] {
  const followed = strokes.filter((stroke) => stroke.followed).length
  return [
    ...(strokes.length > 0 ? [`${followed} of ${strokes.length} arrows were followed clearly.`] : []),
    ...(presence === null ? [] : [`Presence was ${presence.toFixed(2)}; from ${ENOUGH.toFixed(2)} on it counts.`]),
    ...(presence === null && strokes.length === 0 ? ['There was too little to judge.'] : []),
  ]
}

const TIPS: Readonly<Record<PartName, string>> = {
  microTiming: 'Move as you would by nature: no counting, no swinging to and fro.',
  noiseResidual: 'Hold the phone freely in one hand, with the elbow off the table.',
  freqEntropy: 'Let each stroke be one quick move with a short rest after it.',
  bioPerturb: 'Move hand and forearm together, and do not slide the phone along something.',
}

/** What may help next time, from what was weak; nothing where nothing was. */
export function tipsFor(seen: Seen): string[] {
  return [...presenceTips(seen), ...strokeTips(seen)]
}

function presenceTips({ presence, parts }: Seen): string[] {
  if (presence === null || presence >= ENOUGH) return []
  const [weakest] = parts.toSorted((one, other) => one.value - other.value)
  return weakest ? [TIPS[weakest.name]] : []
}

function strokeTips({ strokes }: Seen): string[] {
  const faults = strokes.filter(({ followed }) => !followed).map(({ words }) => words)
  const has = (pattern: RegExp) => faults.some((words) => pattern.test(words))
  return [
    ...(has(/too late/) ? ['Begin as soon as the arrow lights up; within a second is in time.'] : []),
    ...(has(/no stroke/) ? ['Make each stroke a hand’s width long and brisk.'] : []),
    ...(has(/straight/) ? ['Rest first, then make one straight move; come back only after a stop.'] : []),
    ...(has(/towards or away/) ? ['Move across the screen’s own plane, not towards you.'] : []),
    ...(has(/went/) ? ['Look at the arrow as if it lay on the screen: up is towards its upper edge.'] : []),
  ]
}
