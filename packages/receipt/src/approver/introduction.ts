import { computePayloadDigest } from '../digest.ts'
import { isRecord } from '../shape.ts'
import { acceptApproval, type ApprovalOptions, type ApprovalRefusal } from './accept.ts'
import { isThumbprint } from './block.ts'

/** What an introduction must be good for, beside the options of `acceptReceipt`. */
export type IntroductionOptions = Omit<ApprovalOptions, 'actionDigest' | 'approverKeys' | 'method'> & {
  /** The action of the approval, as you redeemed it: `key.introduce`, or `key.replace`. */
  action: unknown
  /** The thumbprint that you have pinned for this person; absent the first time. */
  pinnedKey?: string | undefined
}

export type IntroductionAcceptance =
  | {
      accepted: true
      /** The thumbprint to pin for the person from now on. */
      approverKey: string
      /** The name by which you know the person. */
      subject: string
    }
  | { accepted: false; reason: ApprovalRefusal | 'INTRODUCTION_MALFORMED'; detail: string }

/**
 * Decides which key of a person to pin. The first introduction of a person is signed by the key itself, so you trust it on first use: compare
 * the thumbprint with the person by another way. Once you have pinned a key, only that key can introduce another one.
 *
 * @returns a promise of the thumbprint to pin, or of `accepted: false` with a reason and a sentence that explains it.
 * @example
 * const { accepted } = await acceptIntroduction(receipt, { trustedIssuers, audience, nonce, action, pinnedKey })
 */
export async function acceptIntroduction(
  receipt: unknown,
  options: IntroductionOptions,
): Promise<IntroductionAcceptance> {
  const { action, pinnedKey, ...rest }: IntroductionOptions = Object.assign(Object.create(null), options)
  if (pinnedKey !== undefined && !isThumbprint(pinnedKey)) {
    return { accepted: false, reason: 'INVALID_OPTIONS', detail: 'pinnedKey must be a thumbprint' }
  }
  const read = readIntroduction(action)
  if (read === null) {
    const detail = 'the action is neither key.introduce with a key nor key.replace with an old_key and a new_key'
    return { accepted: false, reason: 'INTRODUCTION_MALFORMED', detail }
  }
  const { signer, key, actionDigest } = read
  if (pinnedKey !== undefined && signer !== pinnedKey) {
    const detail = 'another key is pinned for the person, and only that one can introduce a new key'
    return { accepted: false, reason: 'APPROVER_UNTRUSTED', detail }
  }
  if (pinnedKey === undefined && signer !== key) {
    const detail = 'it replaces a key, and none is pinned for the person'
    return { accepted: false, reason: 'APPROVER_UNTRUSTED', detail }
  }
  const demands = { ...rest, actionDigest, approverKeys: [signer], method: 'passkey' } as const
  const accepted = await acceptApproval(receipt, demands)
  return accepted.accepted ? { accepted: true, approverKey: key, subject: accepted.subject } : accepted
}

function isKey(value: unknown): value is string {
  return isThumbprint(value)
}

type ReadIntroduction = { signer: string; key: string; actionDigest: string }

/** The key that must have signed an introduction, and the one that it introduces; null for any other action. */
function readIntroduction(action: unknown): ReadIntroduction | null {
  try {
    // A copy: a hostile value may differ each time it is read.
    const copy: unknown = JSON.parse(JSON.stringify(action))
    if (!isRecord(copy) || !isRecord(copy.details)) return null
    const { key, old_key: oldKey, new_key: newKey, ...more } = copy.details
    if (Object.keys(more).length > 0) return null
    const actionDigest = computePayloadDigest(copy)
    if (copy.type === 'key.introduce' && isKey(key) && oldKey === undefined && newKey === undefined) {
      return { signer: key, key, actionDigest }
    }
    const isReplaced = copy.type === 'key.replace' && isKey(oldKey) && isKey(newKey) && key === undefined
    return isReplaced ? { signer: oldKey, key: newKey, actionDigest } : null
  } catch {
    return null
  }
}
