import type { Signer } from '@stillhere/client/receipt'

/** A request to sign: where it goes, and its body. Every call that an agent signs here is a POST. */
type Signed = { authority: string; path: string; body: string }

/** When it is signed, and what makes it unlike every other one. */
type Moment = { createdSeconds: number; nonce: string }

const GOOD_FOR_SECONDS = 60

/** A fetch that signs requests with the key of an agent (RFC 9421, tag web-bot-auth), anew for each try. */
export function createSignedFetch(signer: Signer): typeof fetch {
  return async (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input)
    const body = typeof init?.body === 'string' ? init.body : ''
    const signed = { authority: host, path: pathname, body }
    const moment = { createdSeconds: Math.floor(Date.now() / 1000), nonce: crypto.randomUUID() }
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(await signatureFields(signed, moment, signer))) headers.set(name, value)
    return fetch(input, { ...init, headers })
  }
}

/** The header fields that sign a request. */
export async function signatureFields({ authority, path, body }: Signed, moment: Moment, signer: Signer) {
  const encoder = new TextEncoder()
  const digest = `sha-256=:${base64(await crypto.subtle.digest('SHA-256', encoder.encode(body)))}:`
  const params = await writeParameters(moment, signer)
  const lines = [`"@authority": ${authority}`, '"@method": POST', `"@path": ${path}`, `"content-digest": ${digest}`]
  const base = [...lines, `"@signature-params": ${params}`].join('\n')
  return {
    'content-digest': digest,
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${base64(await signer.sign(encoder.encode(base)))}:`,
  }
}

async function writeParameters({ createdSeconds, nonce }: Moment, { publicKey }: Signer): Promise<string> {
  const expires = createdSeconds + GOOD_FOR_SECONDS
  const keyid = await computeThumbprint(publicKey)
  return `("@authority" "@method" "@path" "content-digest");created=${createdSeconds};expires=${expires};keyid="${keyid}";nonce="${nonce}";tag="web-bot-auth"`
}

/** The thumbprint of RFC 7638 of an Ed25519 key given as 64 hex digits. */
export async function computeThumbprint(publicKey: string): Promise<string> {
  const bytes = Uint8Array.from(publicKey.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  const jwk = `{"crv":"Ed25519","kty":"OKP","x":"${base64url(bytes)}"}`
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(jwk)))
}

function base64url(bytes: Uint8Array | ArrayBuffer): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function base64(bytes: Uint8Array | ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
