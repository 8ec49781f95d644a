import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock, OldReceipt, Receipt } from '../receipt.ts'
import { isRecord } from '../schema.ts'
import { ENGLISH, nameDay, formatTimeOfDay, formatUnits, type Voice } from './voice.ts'

/**
 * Describes the scan that a receipt is about in one sentence, and claims no more than its level proves: at level 1 there may have been no person.
 * Verify the receipt before you display the sentence, or say that it is only a claim.
 *
 * @returns one sentence.
 * @example
 * const story = describeScan(receipt, 'id.example.org') // On 16 Nov 2026 at 09:06 UTC, motion like a person’s followed six arrows for 11 seconds, at level 1; signed by id.example.org.
 */
export function describeScan(receipt: Receipt | OldReceipt, issuerName: string, voice: Voice = ENGLISH): string {
  const { start, coverageMs } = receipt.interval
  const { say, language } = voice
  if (readPresencePolicy(receipt)?.method === 'passkey') {
    return say('On {day} at {time} UTC, a passkey signed, without motion{extras}; signed by {issuer}.', {
      day: nameDay(start, language),
      time: formatTimeOfDay(start),
      extras: describeExtras(receipt, voice),
      issuer: issuerName,
    })
  }
  return say('On {day} at {time} UTC, {what} for {length}{extras}; signed by {issuer}.', {
    day: nameDay(start, language),
    time: formatTimeOfDay(start),
    what: describeMotion(receipt, voice),
    length: formatUnits(Math.round(coverageMs / 1000), 'second', language),
    extras: describeExtras(receipt, voice),
    issuer: issuerName,
  })
}

function describeMotion({ evidence }: Receipt | OldReceipt, { say }: Voice): string {
  const policy = readPresencePolicy({ evidence })
  if (policy?.test) return say('a test, which says nothing about a person, ran')
  if (evidence.some(({ engineId }) => engineId === 'PRACTICE-POINTER')) return say('someone practiced with a pointer')
  const { all, followed } = countArrows(evidence)
  if (all === 0) return say('something was observed')
  const arrows = describeArrows(all, followed, say)
  return policy?.pace === 'live'
    ? say('motion like a person’s followed {arrows} live', { arrows })
    : say('motion like a person’s followed {arrows}', { arrows })
}

function describeExtras(receipt: Receipt | OldReceipt, { say }: Voice): string {
  const policy = readPresencePolicy(receipt)
  const site = 'audience' in receipt ? receipt.audience : undefined
  return [
    policy && policy.assurance > 1 ? say(', and a passkey signed it') : '',
    policy ? say(', at level {level}', { level: policy.assurance }) : '',
    policy?.action ? say(', for “{action}”', { action: removeInvisible(policy.action) }) : '',
    site === undefined ? '' : say(', for {site}', { site: removeInvisible(site) }),
    'verdict' in receipt && receipt.verdict === 'FAIL' ? say(', and it was not accepted') : '',
  ].join('')
}

/** Counts the arrows of a challenge, and those that were followed. */
function countArrows(evidence: readonly EvidenceBlock[]): { all: number; followed: number } {
  const components: unknown = evidence.find(({ engineId }) => engineId === 'EE-003')?.payload.components
  const strokes = (Array.isArray(components) ? components : []).filter(
    (one: unknown) => isRecord(one) && /^stroke\d+$/.test(String(one.metric)),
  )
  const followed = strokes.filter((one: { status?: unknown }) => one.status === 'pass').length
  return { all: strokes.length, followed }
}

function describeArrows(all: number, followed: number, say: Voice['say']): string {
  const arrows = all === 1 ? say('one arrow') : say('{number} arrows', { number: formatNumber(all, say) })
  if (followed === 0) return say('none of {arrows}', { arrows })
  return followed === all ? arrows : say('{number} of {arrows}', { number: formatNumber(followed, say), arrows })
}

function formatNumber(value: number, say: Voice['say']): string {
  const numbers = [
    '0',
    say('one'),
    say('two'),
    say('three'),
    say('four'),
    say('five'),
    say('six'),
    say('seven'),
    say('eight'),
    say('nine'),
    say('ten'),
  ]
  return numbers[value] ?? String(value)
}

// Invisible characters could reverse the rest of the sentence.
function removeInvisible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}
