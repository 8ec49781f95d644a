import { type BareItem, type InnerList, isItem, type Item, parseDictionary, serialize } from './structured-fields.ts'

/** An HTTP request as its signer saw it; field values of one name are joined by a comma and a space. */
export type SignedMessage = {
  method: string
  scheme: string
  authority: string
  /** Path and query as they were sent. */
  target: string
  fields: ReadonlyMap<string, string>
}

/** A signature of RFC 9421 with the tag web-bot-auth, read but not yet verified. */
export type MessageSignature = {
  input: InnerList
  /** The names of what it covers, without parameters. */
  covered: ReadonlySet<string>
  created: number
  expires: number
  nonce: string
  keyid: string
  signature: Buffer
}

/** Why a signature is refused, for people. */
export type Refusal = { refused: string }

const TAG = 'web-bot-auth'
const MAX_COVERED = 32
const NONCE = /^[\x21-\x7e]{8,256}$/

/** Finds the one signature of our tag in the fields of a request. Never throws. */
export function readMessageSignature(fields: ReadonlyMap<string, string>): MessageSignature | Refusal {
  const inputs = parseDictionary(fields.get('signature-input') ?? '')
  const signatures = parseDictionary(fields.get('signature') ?? '')
  if (!inputs || !signatures) return { refused: 'Signature-Input and Signature must be dictionaries (RFC 9651)' }
  const ours = [...inputs].filter(([, [, parameters]]) => readText(parameters.get('tag')) === TAG)
  const [label, input] = ours[0] ?? []
  if (label === undefined || !input || ours.length > 1) return { refused: `there must be one signature tagged ${TAG}` }
  const signature = signatures.get(label)
  if (isItem(input) || !isItem(signature)) return { refused: 'the signature is malformed' }
  return readParts(input, signature[0])
}

function readParts(input: InnerList, signature: BareItem): MessageSignature | Refusal {
  const parameters = readParameters(input)
  if ('refused' in parameters) return parameters
  if (!(signature instanceof ArrayBuffer) || signature.byteLength !== 64)
    return { refused: 'the signature must be a byte sequence of 64 bytes' }
  const covered = namesIn(input[0])
  if (!covered) return { refused: `what is covered must be up to ${MAX_COVERED} names, each once` }
  return { input, covered, ...parameters, signature: Buffer.from(signature) }
}

type SignatureParameters = Pick<MessageSignature, 'created' | 'expires' | 'nonce' | 'keyid'>

function readParameters([, parameters]: InnerList): SignatureParameters | Refusal {
  const [created, expires] = [readSeconds(parameters.get('created')), readSeconds(parameters.get('expires'))]
  const [nonce, keyid] = [readText(parameters.get('nonce')), readText(parameters.get('keyid'))]
  if (created === undefined || expires === undefined) return { refused: 'created and expires must be whole seconds' }
  if (nonce === undefined || !NONCE.test(nonce)) return { refused: 'nonce must be 8 to 256 visible characters' }
  if (keyid === undefined) return { refused: 'keyid must be the thumbprint of the key (RFC 7638)' }
  if (parameters.has('alg') && readText(parameters.get('alg')) !== 'ed25519')
    return { refused: 'alg must be ed25519 where it is given' }
  return { created, expires, nonce, keyid }
}

function readText(item: BareItem | undefined): string | undefined {
  return typeof item === 'string' ? item : undefined
}

function readSeconds(item: BareItem | undefined): number | undefined {
  return Number.isInteger(item) && Number(item) >= 0 ? Number(item) : undefined
}

// Twice the same component would let a verifier and a signer mean different things (RFC 9421, section 2).
function namesIn(list: readonly Item[]): Set<string> | null {
  const names = list.map(([item]) => readText(item))
  const identifiers = new Set(list.map(serialize))
  if (list.length > MAX_COVERED || identifiers.size < list.length) return null
  return names.every((name) => name !== undefined && name === name.toLowerCase()) ? new Set(names as string[]) : null
}

/** The text that was signed (RFC 9421, section 2.5), or why it cannot be written. */
export function signatureBase(message: SignedMessage, input: InnerList): string | Refusal {
  const lines: string[] = []
  for (const component of input[0]) {
    const value = readValue(message, component)
    const identifier = serialize(component)
    if (value === undefined) return { refused: `${identifier} is covered but not there, or not supported here` }
    // A line end in a value would make two components of one.
    if (!/^[\t\x20-\x7e]*$/.test(value)) return { refused: `${identifier} holds more than visible ASCII` }
    lines.push(`${identifier}: ${value}`)
  }
  return [...lines, `"@signature-params": ${serialize(input)}`].join('\n')
}

function readValue(message: SignedMessage, [item, parameters]: Item): string | undefined {
  const name = readText(item) ?? ''
  if (!name.startsWith('@')) return readField(message, name, parameters)
  return parameters.size === 0 ? deriveComponents(message).get(name) : undefined
}

function deriveComponents({ method, scheme, authority, target }: SignedMessage): Map<string, string> {
  const [path = '', ...query] = target.split('?')
  return new Map([
    ['@method', method],
    ['@scheme', scheme],
    ['@authority', authority],
    ['@path', path === '' ? '/' : path],
    ['@query', `?${query.join('?')}`],
    ['@request-target', target],
    ['@target-uri', `${scheme}://${authority}${target}`],
  ])
}

// Of parameters only `key` (a member of a dictionary) is known here; sf, bs, tr and req are not.
function readField({ fields }: SignedMessage, name: string, parameters: Item[1]): string | undefined {
  const value = fields.get(name)
  if (value === undefined || parameters.size === 0) return value
  const key = readText(parameters.get('key'))
  if (key === undefined || parameters.size > 1) return undefined
  const member = parseDictionary(value)?.get(key)
  return member && serialize(member)
}
