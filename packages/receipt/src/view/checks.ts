import { findApprover } from '../approver/block.ts'
import type { ApproverVerification } from '../approver/verify.ts'
import type { ChainResult } from '../chain.ts'
import type { PolicyName } from '../checks.ts'
import type { FailureCode } from '../failure.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock, Receipt } from '../receipt.ts'
import type { CheckName, Outcome, VerificationResult } from '../result.ts'
import { isRecord } from '../schema.ts'
import { ENGLISH, toSentence, type Voice } from './voice.ts'

/** The checks of the format, and V8, which `verifyApprover` makes. */
type FormatCheck = CheckName | 'V8'

/** A check in words: its label, and a sentence that is true if it passes. */
export type CheckWords<Name extends string = FormatCheck | PolicyName> = { name: Name; label: string; promise: string }

/** A check of one receipt: its words and outcome, and the reason if it didn't pass. */
export type CheckRow = CheckWords & {
  outcome: Outcome
  /** The reason why the check failed or wasn't made; null if it passed. */
  reason: string | null
  /** The code of its failure; null if it didn't fail. */
  code: FailureCode | null
}

/** A sentence for each check that says where the reader can enter what was missing. */
export type CheckHints = Readonly<Partial<Record<FormatCheck | PolicyName, string>>>

/** The options of describing checks: hints, translator, and the result of `verifyApprover` if it was called. */
export type CheckTelling = { hints?: CheckHints; voice?: Voice; approver?: ApproverVerification | undefined }

/** V1 to V8 in words, in the order of display. */
export const CHECKS: readonly CheckWords<FormatCheck>[] = [
  { name: 'V1', label: 'Form', promise: 'All required fields are present and valid, and there are no others.' },
  { name: 'V2', label: 'Signature', promise: 'The issuer’s key signed exactly this.' },
  { name: 'V3', label: 'Assertions', promise: 'Its statements agree with each other and with its verdict.' },
  { name: 'V4', label: 'Times', promise: 'Its times agree with each other and with the clock.' },
  { name: 'V5', label: 'Evidence', promise: 'The evidence matches its fingerprints.' },
  { name: 'V6', label: 'Freshness', promise: 'It has not expired.' },
  {
    name: 'V7',
    label: 'Predecessor',
    promise: 'It follows the receipt before it: same subject, same issuer, no overlap.',
  },
  { name: 'V8', label: 'Person', promise: 'The person’s own key signed exactly this, and no other action.' },
]

/** The caller's requirements in words, in the order of display. */
export const DEMANDS: readonly CheckWords<PolicyName>[] = [
  { name: 'issuer', label: 'Trust', promise: 'Its key is among those you trust.' },
  { name: 'revocation', label: 'Revocation', promise: 'The status list of its issuer does not name it.' },
  { name: 'age', label: 'Age', promise: 'What it saw ended as recently as you demand.' },
  { name: 'audience', label: 'Audience', promise: 'It is meant for the audience you named.' },
]

/**
 * Describes the outcome of each verification check, V1 to V8, for people. For V8, pass the result of `verifyApprover`; without it, V8 counts as
 * skipped.
 *
 * @returns a row for each check, in order: name, label, outcome, and the reason if it didn't pass.
 * @example
 * const rows = describeChecks(verifyReceipt(receipt), receipt, { approver: await verifyApprover(receipt) })
 */
export function describeChecks(result: VerificationResult, receipt: unknown, telling: CheckTelling = {}): CheckRow[] {
  const { approver } = telling
  return CHECKS.map((words) => {
    const judged = { result, receipt, ...telling }
    if (words.name !== 'V8') return describeOne(words, result.checks[words.name], judged)
    const isMade = result.checks.V1 === 'PASS' && approver !== undefined
    return describeOne(words, isMade ? approver.outcome : 'SKIPPED', judged)
  })
}

/**
 * Describes the outcome of each requirement of the caller (issuer, revocation, age, audience) for people, also of requirements that the caller
 * didn't make.
 *
 * @returns a row for each requirement: name, label, outcome, and the reason if it didn't pass.
 * @example
 * const rows = describeDemands(verifyReceipt(receipt, options), receipt)
 */
export function describeDemands(result: VerificationResult, receipt: unknown, telling: CheckTelling = {}): CheckRow[] {
  return DEMANDS.map((words) => describeOne(words, result.policy[words.name], { result, receipt, ...telling }))
}

/**
 * Returns the display name of a verification check or a requirement, for use in a sentence.
 *
 * @returns number and label of a check, or the label of a requirement.
 * @example
 * nameCheck('V5') // 'V5 Evidence'
 */
export function nameCheck(name: FormatCheck | PolicyName | 'test' | 'action'): string {
  const format = CHECKS.find((check) => check.name === name)
  return format ? `${name} ${format.label}` : (DEMANDS.find((demand) => demand.name === name)?.label ?? name)
}

type CheckContext = CheckTelling & { result: VerificationResult; receipt: unknown }

function describeOne(words: CheckWords, outcome: Outcome, judged: CheckContext): CheckRow {
  const { voice = ENGLISH } = judged
  const said = { name: words.name, label: voice.say(words.label), promise: voice.say(words.promise), outcome }
  if (outcome === 'PASS') return { ...said, reason: null, code: null }
  if (outcome === 'SKIPPED') return { ...said, reason: explainSkip(words.name, judged), code: null }
  const { approver, result } = judged
  const ofPerson = words.name === 'V8' && approver?.outcome === 'FAIL' ? approver : undefined
  const found = ofPerson ?? result.failures.find(({ check }) => check === words.name)
  return {
    ...said,
    reason: toSentence(voice.say(found?.detail ?? 'it did not pass')),
    code: found?.code ?? null,
  }
}

function explainSkip(
  name: FormatCheck | PolicyName,
  { result, receipt, hints, voice = ENGLISH }: CheckContext,
): string {
  if (result.checks.V1 === 'FAIL') return voice.say(NO_FORM)
  if (name === 'V8') return explainApproverSkip(receipt as Receipt, voice)
  if (name === 'V7' && !hasPredecessor(receipt)) return voice.say(FIRST_OF_CHAIN)
  const hint = hints?.[name]
  return `${voice.say(SKIPPED[name] ?? 'Not made.')}${hint === undefined ? '' : ` ${hint}`}`
}

const NO_FORM = 'Not made: without the right form there is nothing to judge.'
const FIRST_OF_CHAIN = 'Not needed: it names no receipt before it, so it is the first of its chain.'

// If the form is right, all other checks are made.
const SKIPPED: CheckHints = {
  V6: 'Not asked: a later receipt follows this one, so it may have expired.',
  V7: 'Not made: it names a receipt before it, which was not given.',
  issuer: 'Not asked: anyone can make a key, and you named none that you trust.',
  revocation: 'Not asked: no status list was given.',
  age: 'Not asked: you named no longest age.',
  audience: 'Not asked: you named no audience.',
}

function hasPredecessor(receipt: unknown): boolean {
  return isRecord(receipt) && typeof receipt.previousReceiptHash === 'string'
}

type Evidence = { evidence: EvidenceBlock[] }

/** Explains why V8 wasn't made: the receipt contains no key of a person, or this program didn't check it. */
function explainApproverSkip(receipt: Evidence, { say }: Voice = ENGLISH): string {
  if (findApprover(receipt) !== null) return say('Not made: this program did not look at the person’s key.')
  return hasStatedKey(receipt)
    ? say('Not made: no key of a person is in it. The service alone says that this person’s key signed.')
    : say('Not made: no key of a person is in it. Its issuer alone vouches for what it says.')
}

/** Returns true if the policy in the receipt names a passkey. That is the issuer's word: the receipt need not contain the passkey's signature. */
export function hasStatedKey(receipt: Evidence): boolean {
  const policy = readPresencePolicy(receipt)
  return policy !== null && policy.device !== 'none'
}

/**
 * Describes the result of a chain for people.
 *
 * @returns a title, and a few sentences: the number of receipts, and what breaks the chain.
 * @example
 * const { title } = describeChain(verifyReceiptChain(receipts))
 */
export function describeChain(chain: ChainResult, voice: Voice = ENGLISH): { title: string; sentence: string } {
  const { say } = voice
  const count = say('{count} receipts, judged together.', { count: chain.results.length })
  if (chain.status === 'VALID') {
    return { title: say('An unbroken chain'), sentence: `${count} ${say('Each follows the one before it.')}` }
  }
  const broken = [
    count,
    toSentence(voice.say(chain.detail)),
    ...(chain.gaps.length > 0 ? [say('Missing receipts: {count}.', { count: chain.gaps.length })] : []),
    ...(chain.forks.length > 0 ? [say('Places where it forks: {count}.', { count: chain.forks.length })] : []),
  ]
  return { title: say('Not an unbroken chain'), sentence: broken.join(' ') }
}

/**
 * Sorts the receipts of a verified chain for display.
 *
 * @returns indices into the verified list: the receipts of the chain from first to last, then the receipts that aren't part of it.
 * @example
 * orderChain(verifyReceiptChain(receipts)) // [0]
 */
export function orderChain({ order, results }: Pick<ChainResult, 'order' | 'results'>): number[] {
  return [...new Set([...(order ?? []), ...results.keys()])]
}
