import { type Json, toJsonPointer } from '../json.ts'
import type { VerificationResult } from '../result.ts'
import { isRecord } from '../schema.ts'
import { ENGLISH, type Voice } from './voice.ts'

/** Whether the signature answers for a member; "unproven" where it would, but does not fit. */
type Mark = 'signed' | 'not signed' | 'partly signed' | 'unproven' | 'the signature itself'

/** One member of a receipt: either a value, or further members; `more` counts those that are left out. */
export type Member = { name: string; mark: Mark } & ({ value: string } | { members: Member[]; more: number })

const MAX_DEPTH = 4
const MAX_MEMBERS = 24
const MAX_VALUE_LENGTH = 160

/** Returns the members of what was given as a tree, each with its mark. */
export function listMembers(receipt: Json, result: VerificationResult): Member[] {
  const root = createMember([], receipt, (pointer) => judgeMark(pointer, result))
  return 'members' in root ? root.members : [root]
}

/** Returns in a sentence what the signature covers. */
export function describeCoverage(
  { checks, coverage, unsignedMembers }: VerificationResult,
  { say }: Voice = ENGLISH,
): string {
  if (checks.V1 === 'FAIL') return say('It does not have the form of a receipt, so nothing in it is proven.')
  if (checks.V2 !== 'PASS') return say('No signature fits, so nothing in it is proven.')
  if (coverage === 'full') return say('The signature covers every member: nothing can be changed or added unseen.')
  const count = unsignedMembers.length
  return say('The old signature leaves {count} members out: anybody may have changed those.', { count })
}

/** Returns a mark in words. */
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
  // Old signatures hold only the digest of a payload, so the payload stands and falls with V5.
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

/** The mark that all share. The signature cannot sign itself, so it does not count. */
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
