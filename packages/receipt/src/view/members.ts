import { type Json, toJsonPointer } from '../json.ts'
import type { VerificationResult } from '../result.ts'
import { isRecord } from '../schema.ts'
import { ENGLISH, type Voice } from './voice.ts'

/** How far the signature covers a member. "unproven": the member would be covered, but the signature or its digest isn't valid. */
type Mark = 'signed' | 'not signed' | 'partly signed' | 'unproven' | 'the signature itself'

/** A member of a receipt: a value, or further members. `more` counts the members that are left out. */
export type Member = { name: string; mark: Mark } & ({ value: string } | { members: Member[]; more: number })

const MAX_DEPTH = 4
const MAX_MEMBERS = 24
const MAX_VALUE_LENGTH = 160

/**
 * Lists the members of a receipt as a tree, each with a mark that says if the signature covers it.
 *
 * @returns the top-level members. A value that isn't an object gives one entry.
 * @example
 * const members = listMembers(receipt, verifyReceipt(receipt))
 */
export function listMembers(receipt: Json, result: VerificationResult): Member[] {
  const root = createMember([], receipt, (pointer) => judgeMark(pointer, result))
  return 'members' in root ? root.members : [root]
}

/**
 * Describes which members of a receipt the signature covers.
 *
 * @returns a sentence.
 * @example
 * const sentence = describeCoverage(verifyReceipt(receipt))
 */
export function describeCoverage(
  { checks, coverage, unsignedMembers }: VerificationResult,
  { say }: Voice = ENGLISH,
): string {
  if (checks.V1 === 'FAIL') return say('It does not have the form of a receipt, so nothing in it is proven.')
  if (checks.V2 !== 'PASS') return say('No signature fits, so nothing in it is proven.')
  if (coverage === 'full') return say('The signature covers every member: nothing can be changed or added unseen.')
  const count = unsignedMembers.length
  return say('The old signature leaves {count} members out: anyone may have changed those.', { count })
}

/**
 * Returns the words for a member's mark, translated by the voice.
 *
 * @returns the translated words.
 * @example
 * nameMark('not signed') // 'not signed'
 */
export function nameMark(mark: Mark, { say }: Voice = ENGLISH): string {
  const names: Readonly<Record<Mark, string>> = {
    signed: say('signed'),
    'not signed': say('not signed'),
    'partly signed': say('partly signed'),
    unproven: say('unproven'),
    'the signature itself': say('the signature itself'),
  }
  return names[mark]
}

function judgeMark(pointer: string, { checks, coverage, unsignedMembers }: VerificationResult): Mark {
  if (pointer === '/signature/value') return 'the signature itself'
  if (unsignedMembers.includes(pointer)) return 'not signed'
  // An old signature covers only the digest of a payload, so V5 decides about the payload.
  const isDigestedOnly = coverage === 'partial' && /^\/evidence\/\d+\/payload(\/|$)/.test(pointer)
  const isProven = checks.V2 === 'PASS' && !(isDigestedOnly && checks.V5 !== 'PASS')
  return isProven ? 'signed' : 'unproven'
}

function createMember(path: readonly (string | number)[], value: Json, mark: (pointer: string) => Mark): Member {
  const name = String(path.at(-1) ?? 'the value')
  const entries = path.length < MAX_DEPTH ? listEntries(value) : []
  if (entries.length === 0) return { name, value: formatValue(value), mark: mark(toJsonPointer(path)) }
  const members = entries.slice(0, MAX_MEMBERS).map(([key, inner]) => createMember([...path, key], inner, mark))
  return { name, mark: findCommonMark(members), members, more: entries.length - members.length }
}

/** Returns the mark that all members share. The signature itself doesn't count, because it can't sign itself. */
function findCommonMark(members: readonly Member[]): Mark {
  const marks = new Set(members.map((member) => member.mark))
  marks.delete('the signature itself')
  const [first = 'unproven', ...others] = marks
  return others.length === 0 ? first : 'partly signed'
}

function listEntries(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return value.map((inner, index) => [index, inner])
  return isRecord(value) ? Object.entries(value) : []
}

function formatValue(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)} …`
}
