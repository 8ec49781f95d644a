import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock } from '../receipt.ts'
import { ENGLISH, type Voice } from './voice.ts'

/** An assurance level, from 0 to 3: how much a receipt proves. */
export type Level = 0 | 1 | 2 | 3

/** A level in words: its requirements, and what it proves and doesn't prove. The texts are parts of sentences. */
export type LevelRow = { name: string; motion: string; key: string; proves: string; doesNotProve: string }

/** The computing time until synthetic motion passed: the worst row of docs/internals/injections.md, which a test compares with this. */
const CHEAPEST_ATTACK_SECONDS = 2.3

// No level excludes a program: a key identifies who signed, not what moved.
const ROWS: Readonly<Record<Level, LevelRow>> = {
  0: {
    name: 'Level 0, another way',
    motion: 'no motion',
    key: 'no key (a tap or an emailed code), or the person’s passkey',
    proves: 'who was signed in, or whose key signed',
    doesNotProve: 'that a hand moved',
  },
  1: {
    name: 'Level 1, motion',
    motion: 'motion that looks human and answers a fresh challenge',
    key: 'no key',
    proves: 'a deliberate act: simple scripts fail',
    doesNotProve: 'that no program moved',
  },
  2: {
    name: 'Level 2, key',
    motion: 'live motion, stroke by stroke',
    key: 'a passkey registered by this person signed this action',
    proves: 'this person’s key, now',
    doesNotProve: 'that no program moved, or that the key isn’t in software',
  },
  3: {
    name: 'Level 3, hardware',
    motion: 'as level 2',
    key: 'as level 2, and that key is in certified hardware',
    proves: 'this person’s device, now',
    doesNotProve: 'that no program moved, or that the person understood',
  },
}

const APPROVAL_LIMITS = [
  'who the person is by name',
  'that the person understood, or was free to refuse',
  'that the page showed these words: the service delivers it, so the asker shows the words too, and the person compares them',
  'that the asker did just this afterwards: compare digests where the thing is done',
] as const

/**
 * Returns the assurance levels 0 to 3 in words: what each requires, proves and doesn't prove.
 *
 * @returns the words of each level, translated by the voice.
 * @example
 * listLevels()[2].proves // 'this person’s key, now'
 */
export function listLevels({ say }: Voice = ENGLISH): Record<Level, LevelRow> {
  const sayRow = ({ name, motion, key, proves, doesNotProve }: LevelRow): LevelRow => ({
    name: say(name),
    motion: say(motion),
    key: say(key),
    proves: say(proves),
    doesNotProve: say(doesNotProve),
  })
  return { 0: sayRow(ROWS[0]), 1: sayRow(ROWS[1]), 2: sayRow(ROWS[2]), 3: sayRow(ROWS[3]) }
}

/**
 * Describes an assurance level in a paragraph: what it requires and what it doesn't prove. From level 1 on, the paragraph also names the cheapest
 * known attack.
 *
 * @returns a paragraph.
 * @example
 * const paragraph = describeLevel(2)
 */
export function describeLevel(level: Level, voice: Voice = ENGLISH): string {
  const row = listLevels(voice)[level]
  const limits = voice.say('It does not prove {limits}.', { limits: row.doesNotProve })
  const stated = `${row.name}: ${row.motion}; ${row.key}. ${limits}`
  return level === 0 ? stated : `${stated} ${describeCheapestAttack(voice)}`
}

/**
 * Describes the cheapest attack on a scan that we have measured.
 *
 * @returns a sentence with the time after which a program's motion passed.
 * @example
 * const sentence = describeCheapestAttack()
 */
export function describeCheapestAttack({ say, language }: Voice = ENGLISH): string {
  return say(
    'A program can produce such motion: the cheapest that we found passes after {seconds} seconds of computing.',
    {
      seconds: CHEAPEST_ATTACK_SECONDS.toLocaleString(language),
    },
  )
}

/** Describes what a receipt with a one-time subject proves and doesn't prove. */
function describeFirstVisit({ say }: Voice = ENGLISH): string {
  return say(
    'A first visit: motion that looks human answered a fresh challenge. It says neither who moved, nor that it was the same person as before.',
  )
}

/**
 * Lists what an approval doesn't prove, whatever its level.
 *
 * @returns parts of sentences, such as "who the person is by name".
 * @example
 * const limits = listApprovalLimits()
 */
export function listApprovalLimits({ say }: Voice = ENGLISH): string[] {
  return APPROVAL_LIMITS.map((limit) => say(limit))
}

/**
 * Describes what a receipt proves, by its assurance level and its kind of subject. A receipt that states no level counts as level 1 at most.
 *
 * @returns a paragraph.
 * @example
 * const paragraph = describeAssurance(receipt)
 */
export function describeAssurance(receipt: { evidence: EvidenceBlock[] }, voice: Voice = ENGLISH): string {
  const { say } = voice
  const policy = readPresencePolicy(receipt)
  if (policy === null)
    return `${say('Its issuer states no level, so no more than level 1.')} ${describeLevel(1, voice)}`
  const who = policy.registered
    ? say('A registered node stands behind it.')
    : say('No registered node stands behind it.')
  const once = policy.subject_kind === 'once' ? ` ${describeFirstVisit(voice)}` : ''
  const stated = `${describeLevel(policy.assurance, voice)} ${who}${once}`
  return policy.test ? `${say('For tests only: it proves nothing. It states:')} ${stated}` : stated
}
