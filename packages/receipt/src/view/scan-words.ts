import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock, OldReceipt, Receipt } from '../receipt.ts'
import { isRecord } from '../shape.ts'
import { nameDay, nameTimeOfDay } from './phrases.ts'

/**
 * Returns one sentence on what happened, as the receipt tells it. It claims no more than the level holds: at level 1 nobody knows
 * whether there was a person. Whoever shows it must have verified the receipt, or say that it is only a claim.
 *
 * @example
 * describeScan(receipt, 'id.example.org') // On 16 Nov 2026 at 09:06 UTC, motion like a person’s followed six arrows for 11 seconds, at level 1; signed by id.example.org.
 */
export function describeScan(receipt: Receipt | OldReceipt, issuerName: string): string {
  const { start, coverageMs } = receipt.interval
  const when = `On ${nameDay(start)} at ${nameTimeOfDay(start)} UTC`
  const length = `for ${nameSeconds(coverageMs)}`
  return `${when}, ${nameWhat(receipt)} ${length}${nameExtras(receipt)}; signed by ${issuerName}.`
}

function nameWhat({ evidence }: Receipt | OldReceipt): string {
  const policy = readPresencePolicy({ evidence })
  const arrows = countArrows(evidence)
  const pace = policy?.pace === 'live' ? ' live' : ''
  if (policy?.test) return 'a test, which says nothing about a person, ran'
  if (evidence.some(({ engineId }) => engineId === 'PRACTICE-POINTER')) return 'somebody practiced with a pointer'
  return arrows === null ? 'something was observed' : `motion like a person’s followed ${arrows}${pace}`
}

function nameExtras(receipt: Receipt | OldReceipt): string {
  const policy = readPresencePolicy(receipt)
  const action = policy?.action ? `, for “${dropUnseen(policy.action)}”` : ''
  const site = 'audience' in receipt && receipt.audience !== undefined ? `, for ${dropUnseen(receipt.audience)}` : ''
  const passkey = policy && policy.assurance > 1 ? ', and a passkey signed it' : ''
  const level = policy ? `, at level ${policy.assurance}` : ''
  const failed = 'verdict' in receipt && receipt.verdict === 'FAIL' ? ', and it was not accepted' : ''
  return `${passkey}${level}${action}${site}${failed}`
}

/** How many arrows were followed; null where the receipt tells of none. */
function countArrows(evidence: readonly EvidenceBlock[]): string | null {
  const components: unknown = evidence.find(({ engineId }) => engineId === 'EE-003')?.payload.components
  const strokes = (Array.isArray(components) ? components : []).filter(
    (one: unknown) => isRecord(one) && /^stroke\d+$/.test(String(one.metric)),
  )
  if (strokes.length === 0) return null
  const followed = strokes.filter((one: { status?: unknown }) => one.status === 'pass').length
  const all = `${nameNumber(strokes.length)} ${strokes.length === 1 ? 'arrow' : 'arrows'}`
  return followed === strokes.length ? all : `${nameNumber(followed)} of ${all}`
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function nameNumber(value: number): string {
  return NUMBERS[value] ?? String(value)
}

function nameSeconds(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

// Signs without a shape could turn the rest of the sentence around.
function dropUnseen(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}
