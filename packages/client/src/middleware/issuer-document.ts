/** A key that an issuer names in its document, and between which times it may have signed. */
export type IssuerKey = {
  readonly publicKey: string
  readonly use: 'production' | 'test'
  readonly isCompromised: boolean
  readonly fromMs: number
  readonly untilMs: number
  readonly statusList: URL
}

/** Reads an issuer document; keys of a kind that is not known here are left out. Throws for anything else. */
export function readIssuerDocument(document: unknown, address: URL): ReadonlyMap<string, IssuerKey> {
  const { keys } = (document ?? {}) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new TypeError('the issuer document has no keys')
  const read = keys.map((key) => readKey(key, address)).filter((key) => key !== null)
  return new Map(read.map((key) => [key.publicKey, key]))
}

/** Whether the key may have signed at this moment; NaN never is. */
export function mayHaveSigned({ isCompromised, fromMs, untilMs }: IssuerKey, signedAtMs: number): boolean {
  return !isCompromised && fromMs <= signedAtMs && signedAtMs <= untilMs
}

function readKey(given: unknown, address: URL): IssuerKey | null {
  const { publicKey, use, status, from, until, statusList } = (given ?? {}) as Record<string, unknown>
  const isKey = typeof publicKey === 'string' && /^[0-9a-f]{64}$/.test(publicKey)
  if (!isKey || (use !== 'production' && use !== 'test') || !STATUSES.has(status)) return null
  const place = typeof statusList === 'string' && URL.canParse(statusList, address) && new URL(statusList, address)
  const fromMs = readTime(from)
  const untilMs = until === null ? Number.POSITIVE_INFINITY : readTime(until)
  return place ? { publicKey, use, isCompromised: status === 'compromised', fromMs, untilMs, statusList: place } : null
}

const STATUSES: ReadonlySet<unknown> = new Set(['active', 'retired', 'compromised'])

// NaN where it cannot be read: such a key has signed at no time.
function readTime(given: unknown): number {
  return typeof given === 'string' ? Date.parse(given) : Number.NaN
}
