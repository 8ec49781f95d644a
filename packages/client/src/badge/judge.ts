import { encodeHeader, type Receipt, readPresencePolicy, readStatusList, verifyReceipt } from '@stillhere/receipt'
import { expiryOf, readReceiptText, readVerdict } from '@stillhere/receipt/view'
import { decryptReceipt } from '../kept-receipts/cipher.ts'
import { parseReceiptLink } from '../kept-receipts/link.ts'
import type { Voice } from '../voice/voice.ts'
import type { BadgeWords } from './badge-words.ts'
import { sayAgainst, sayDay } from './verdict-words.ts'

/** What the attributes say: the link of a kept receipt, or a receipt and the service whose keys count. */
export type Given = { href: string; receipt: string; issuer: string }

/** What a badge shows, and where it leads. */
export type Judged = { words: BadgeWords; href: string }

const DAY_MS = 86_400_000

/** Verifies what a badge is about, by the keys and the status list of its service; null where it cannot be read or checked. */
export async function judgeBadge({ href, receipt, issuer }: Given, now: number, voice: Voice): Promise<Judged | null> {
  const link = parseReceiptLink(href)
  const origin = link?.origin ?? (URL.canParse(issuer) ? new URL(issuer).origin : null)
  const text = link ? await openKept(link) : receipt
  if (origin === null || text === null) return null
  const read = readReceiptText(text)
  if (!('value' in read)) return null
  const known = await fetchKnown(origin, read.value)
  const words = describe(read.value, { ...known, origin, now, voice })
  return { words, href: link ? href : `${origin}/verify#${encodeHeader(read.value as unknown as Receipt)}` }
}

async function openKept({ origin, id, key }: { origin: string; id: string; key: string }): Promise<string | null> {
  const { ciphertext } = (await fetchJson(`${origin}/api/kept-receipts/${id}`)) as { ciphertext?: unknown }
  return typeof ciphertext === 'string' ? decryptReceipt({ ciphertext, key }) : null
}

type IssuerKey = {
  id: string
  publicKey: string
  use?: string
  status: string
  from: string
  until: string | null
  listedSince?: string | null
}
type Known = { key: IssuerKey | undefined; list: unknown }

/** What the service says of the key that signed, and of revoked receipts. */
async function fetchKnown(origin: string, value: unknown): Promise<Known> {
  const { keys } = (await fetchJson(`${origin}/.well-known/continuity-issuer.json`)) as { keys: IssuerKey[] }
  const key = keys.find(({ publicKey }) => publicKey === readPublicKey(value))
  if (!key || key.status === 'compromised') return { key, list: null }
  return { key, list: await fetchJson(`${origin}/.well-known/continuity-status.json?issuer=${key.id}`) }
}

function readPublicKey(value: unknown): unknown {
  const { issuer }: { issuer?: unknown } = Object(value)
  return (Object(issuer) as { publicKey?: unknown }).publicKey
}

async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
  return answer.json()
}

type Place = { origin: string; now: number; voice: Voice }

function describe(value: unknown, { key, list, origin, now, voice }: Known & Place): BadgeWords {
  const reading = key && list !== null ? readStatusList(list, { now, trustedIssuers: [key.publicKey] }) : null
  const isKnown = key !== undefined && key.status !== 'compromised' && isInTime(value, key)
  const result = verifyReceipt(value, {
    now,
    trustedIssuers: isKnown ? [key.publicKey] : [],
    ...(reading?.status === 'CURRENT' ? { revoked: reading.revoked } : {}),
  })
  const verdict = readVerdict(result, { receipt: value, isCompromised: key?.status === 'compromised' })
  const { host } = new URL(origin)
  if (verdict.kind !== 'fresh' && verdict.kind !== 'expired')
    return { tone: verdict.tone, text: `${sayAgainst(verdict.stamp, voice)} · ${host}` }
  const isOpen = reading?.status !== 'CURRENT' || isForgotten(value as Receipt, key?.listedSince, reading.issuedAt)
  const { say } = voice
  const parts = [...tell(value as Receipt, voice), host, ...(isOpen ? [say('revocation not known')] : [])]
  return { tone: isOpen ? 'caution' : 'good', text: parts.join(' · ') }
}

function isInTime(value: unknown, { from, until }: IssuerKey): boolean {
  const { signature }: { signature?: unknown } = Object(value)
  const at = Date.parse(String((Object(signature) as { signedAt?: unknown }).signedAt))
  return at >= Date.parse(from) && (until === null || at <= Date.parse(until))
}

// Services that promise nothing took a receipt off their list a day after it expired.
function isForgotten(receipt: Receipt, listedSince: string | null | undefined, issuedAt: string): boolean {
  return expiryOf(receipt) <= (listedSince ? Date.parse(listedSince) : Date.parse(issuedAt) - DAY_MS)
}

// No more than the level holds: at level 1 nobody knows whether there was a person.
function tell(receipt: Receipt, voice: Voice): string[] {
  const { say } = voice
  const level = readPresencePolicy(receipt)?.assurance
  const day = sayDay(receipt.interval.end, voice)
  const scan = receipt.verdict === 'PASS' ? say('Scan of {day}', { day }) : say('Scan without a pass of {day}', { day })
  return level === undefined ? [scan] : [scan, say('level {level}', { level })]
}
