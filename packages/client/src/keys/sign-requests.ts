import type { Signer } from '@stillhere/receipt'

/** The parts of a request that the signature covers; GET and HEAD have no body. */
type SignedParts = { method: string; url: URL; body: Uint8Array<ArrayBuffer> | null }

/** The time of a signature, and the nonce that makes it unique. */
type Moment = { createdSeconds: number; nonce: string }

const GOOD_FOR_SECONDS = 60

/**
 * Wraps `fetch` so that it signs every request with an agent's key (RFC 9421, Web Bot Auth profile). A repeated request gets a new signature.
 *
 * @returns the signing `fetch`. It accepts only bodies of text or bytes.
 * @throws {TypeError} (as a rejection of the returned `fetch`) for any other body, which can't be hashed before it is sent.
 * @example
 * const client = createClient({ baseUrl, fetch: signRequests(await openKey({ file: 'agent.pem' })) })
 */
export function signRequests(signer: Signer, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, { ...init, body: null })
    const method = request.method
    const body = method === 'GET' || method === 'HEAD' ? null : readBytes(init?.body ?? readRequestBody(input))
    const moment = { createdSeconds: Math.floor(Date.now() / 1000), nonce: crypto.randomUUID() }
    const { headers } = request
    const fields = await createSignatureFields({ method, url: new URL(request.url), body }, moment, signer)
    for (const [name, value] of Object.entries(fields)) headers.set(name, value)
    return send(input, { ...init, headers })
  }
}

function readRequestBody(input: Parameters<typeof fetch>[0]): unknown {
  return input instanceof Request ? input.body : null
}

function readBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (body === undefined || body === null) return new Uint8Array()
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  throw new TypeError('a body that is signed must be text or bytes')
}

/**
 * Signs method, host, path, query and body of a request. Returns the header fields to add: Signature-Input, Signature, and Content-Digest if there
 * is a body. The signature is valid for 60 seconds.
 */
export async function createSignatureFields(
  { method, url, body }: SignedParts,
  { createdSeconds, nonce }: Moment,
  { publicKey, sign }: Signer,
): Promise<Record<string, string>> {
  const digest = body && `sha-256=:${encodeBase64(await crypto.subtle.digest('SHA-256', body))}:`
  const covered: [name: string, value: string][] = [
    ['@authority', url.host],
    ['@method', method],
    ['@path', url.pathname],
    ...(url.search === '' ? [] : [['@query', url.search] satisfies [string, string]]),
    ...(digest === null ? [] : [['content-digest', digest] satisfies [string, string]]),
  ]
  const names = covered.map(([name]) => `"${name}"`).join(' ')
  const keyid = await computeThumbprint(publicKey)
  const params = `(${names});created=${createdSeconds};expires=${createdSeconds + GOOD_FOR_SECONDS};keyid="${keyid}";nonce="${nonce}";tag="web-bot-auth"`
  const base = [...covered, ['@signature-params', params]].map(([name, value]) => `"${name}": ${value}`).join('\n')
  return {
    ...(digest === null ? {} : { 'content-digest': digest }),
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${encodeBase64(await sign(new TextEncoder().encode(base)))}:`,
  }
}

/**
 * Computes the thumbprint of an Ed25519 public key of 64 hex digits (RFC 7638). Signatures of requests name the key by it (`keyid`).
 *
 * @returns 43 characters of base64url.
 * @example
 * const keyid = await computeThumbprint((await openKey({ file: 'agent.pem' })).publicKey)
 */
export async function computeThumbprint(publicKey: string): Promise<string> {
  const bytes = Uint8Array.from(publicKey.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  const jwk = `{"crv":"Ed25519","kty":"OKP","x":"${encodeBase64url(bytes)}"}`
  return encodeBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(jwk)))
}

function encodeBase64url(bytes: Uint8Array | ArrayBuffer): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function encodeBase64(bytes: Uint8Array | ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
