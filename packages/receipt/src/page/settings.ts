import { isThumbprint } from '../approver/block.ts'
import { isStrongPublicKey } from '../ed25519.ts'
import { readReceiptText } from '../header.ts'
import type { VerifyOptions } from '../verify.ts'
import { requireElement } from './dom.ts'
import { formatLocalTime } from './verifier-element.ts'

/** The settings of a verification: options, pinned keys, the time, and if that time is the present. */
export type Settings = { options: VerifyOptions; approverKeys: readonly string[]; now: number; isPresent: boolean }

/** Reads the form “How to judge”, and shows beside each field how it was understood. `present` is the current time in ms, used if the form names no time. */
export function readSettings(present: number): Settings {
  const chosen = readTimeField()
  const now = chosen ?? present
  const keys = readKeys()
  const audience = requireElement('audience', HTMLInputElement).value.trim()
  const predecessor = readPredecessor()
  const options: VerifyOptions = {
    now,
    legacy: requireElement('legacy', HTMLInputElement).checked,
    ...(keys.length === 0 ? {} : { trustedIssuers: keys }),
    ...(audience === '' ? {} : { audience }),
    ...(predecessor === undefined ? {} : { predecessor }),
  }
  return { options, approverKeys: readApproverKeys(), now, isPresent: chosen === null }
}

function readTimeField(): number | null {
  const ms = Date.parse(requireElement('at', HTMLInputElement).value)
  const isEmpty = Number.isNaN(ms)
  showNote(
    'at-note',
    isEmpty ? 'Left empty, this moment counts.' : `${formatLocalTime(ms)}, which is ${new Date(ms).toISOString()}`,
  )
  return isEmpty ? null : ms
}

function readKeys(): string[] {
  const keys = readWords('trusted')
  const wrong = keys.findIndex((key) => !isStrongPublicKey(key))
  showNote(
    'trusted-note',
    wrong === -1 ? describeKeyCount(keys.length) : `Not a key of 64 lower-case hex digits: ${keys[wrong]}`,
  )
  return keys
}

// A mistyped thumbprint stays a requirement, which no key meets.
function readApproverKeys(): string[] {
  const keys = readWords('approver')
  const wrong = keys.find((key) => !isThumbprint(key))
  const counted = keys.length === 0 ? 'Left empty, no key of a person is demanded.' : 'One of these must have signed.'
  showNote('approver-note', wrong === undefined ? counted : `Not a thumbprint of 43 characters: ${wrong}`)
  return keys
}

/** Reads the words of a field, without comments after #. */
function readWords(id: string): string[] {
  const withoutComments = requireElement(id, HTMLTextAreaElement).value.replaceAll(/#.*/g, '')
  return withoutComments.split(/[\s,]+/).filter((word) => word !== '')
}

function describeKeyCount(count: number): string {
  if (count === 0) return 'One key of 64 hex digits per line. Left empty, any issuer will do.'
  return count === 1 ? 'One key is trusted.' : `${count} keys are trusted.`
}

function readPredecessor(): unknown {
  const text = requireElement('predecessor', HTMLTextAreaElement).value
  if (text.trim() === '') {
    showNote('predecessor-note', 'Left empty, V7 is not made.')
    return undefined
  }
  const read = readReceiptText(text)
  showNote('predecessor-note', 'value' in read ? 'V7 compares with this receipt.' : `Not readable: ${read.problem}`)
  // Text that can't be read is passed on: no receipt can name it as predecessor, so V7 fails.
  return 'value' in read ? read.value : text
}

function showNote(id: string, text: string): void {
  const note = requireElement(id, HTMLElement)
  if (note.textContent !== text) note.textContent = text
}
