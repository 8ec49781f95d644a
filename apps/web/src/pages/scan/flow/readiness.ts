import { formatMoment } from '../../../words/format.ts'
import { OWNER_WORDS, READINESS_WORDS } from './readiness-words.ts'

/** What is known of this device before anybody presses a button. */
export type Circumstances = {
  isSecure: boolean
  /** `speaking`: readings arrive; `asks`: the browser asks first, as on iOS; `silent`: nothing came; `none`: not known here. */
  sensors: 'looking' | 'speaking' | 'asks' | 'silent' | 'none'
  permission: 'granted' | 'denied' | 'unknown'
  nodeHandle: string | null
  /** Until when the enrollment of this node holds; null without one. */
  enrolledUntil: string | null
}

/** What was found out about the sensors so far. */
export type Hearing = { areKnown: boolean; askFirst: boolean; spoke: boolean; isLate: boolean }

/** What is known of the sensors. Only a browser that allows them and still says nothing can be taken for silent. */
export function describeSensors(
  { areKnown, askFirst, spoke, isLate }: Hearing,
  permission: Circumstances['permission'],
): Circumstances['sensors'] {
  if (!areKnown) return 'none'
  if (spoke) return 'speaking'
  if (isLate && (!askFirst || permission === 'granted')) return 'silent'
  return askFirst && permission !== 'granted' ? 'asks' : 'looking'
}

/** Whether a scan can begin here: `good` is ready, `info` not known yet, `warn` stands in the way. */
export type Readiness = { state: 'good' | 'info' | 'warn'; words: string }

/** Whether this device can scan, in one line: that it can, or the first thing in the way. */
export function describeReadiness({ isSecure, sensors, permission }: Device): Readiness {
  if (!isSecure) return { state: 'warn', words: READINESS_WORDS.insecure }
  if (permission === 'denied') return { state: 'warn', words: READINESS_WORDS.denied }
  return READINESS[sensors]
}

type Device = Pick<Circumstances, 'isSecure' | 'sensors' | 'permission'>

const READINESS: Readonly<Record<Circumstances['sensors'], Readiness>> = {
  speaking: { state: 'good', words: READINESS_WORDS.ready },
  asks: { state: 'info', words: READINESS_WORDS.asks },
  looking: { state: 'info', words: READINESS_WORDS.looking },
  silent: { state: 'warn', words: READINESS_WORDS.silent },
  none: { state: 'warn', words: READINESS_WORDS.none },
}

/** Whose scan it will be, in a sentence. */
export function describeOwner({ nodeHandle, enrolledUntil }: Owner): string {
  if (nodeHandle === null) return OWNER_WORDS.nobody
  if (enrolledUntil === null) return OWNER_WORDS.notEnrolled(nodeHandle)
  return OWNER_WORDS.enrolled(nodeHandle, formatMoment(enrolledUntil, { dateStyle: 'medium' }))
}

type Owner = Pick<Circumstances, 'nodeHandle' | 'enrolledUntil'>
