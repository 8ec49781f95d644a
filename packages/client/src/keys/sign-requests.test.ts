import { createHash } from 'node:crypto'
import { generateKeyPair, verifyEd25519 } from '@stillhere/receipt'
import { describe, expect, it } from 'vitest'
import { computeThumbprint, openKey, signRequests } from './index-node.ts'
import { createSignatureFields } from './sign-requests.ts'

const signer = await openKey({ secretKey: generateKeyPair().secretKey })
const MOMENT = { createdSeconds: 1000, nonce: 'a-nonce-of-ours' }

function isSigned(fields: Record<string, string>, lines: readonly string[]): boolean {
  const params = fields['signature-input']?.replace(/^sig1=/, '')
  const base = [...lines, `"@signature-params": ${params}`].join('\n')
  const value = Buffer.from(fields['signature']?.slice('sig1=:'.length, -1) ?? '', 'base64').toString('hex')
  return verifyEd25519(value, new TextEncoder().encode(base), signer.publicKey)
}

describe('a signed request', () => {
  it('has the thumbprint of RFC 8037 as the id of its key', async () => {
    const known = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
    expect(await computeThumbprint(known)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it('covers where it goes, what it does and its body', async () => {
    const body = new TextEncoder().encode('{"ß":1}')
    const url = new URL('https://id.example.org/api/agent/revoke')
    const fields = await createSignatureFields({ method: 'POST', url, body }, MOMENT, signer)
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    expect(fields['content-digest']).toBe(digest)
    expect(fields['signature-input']).toContain(';created=1000;expires=1060;')
    const lines = ['"@authority": id.example.org', '"@method": POST', '"@path": /api/agent/revoke']
    expect(isSigned(fields, [...lines, `"content-digest": ${digest}`])).toBe(true)
  })

  it('covers its query, and has no digest where it has no body', async () => {
    const url = new URL('http://127.0.0.1:8787/api/approvals/1?a=%20b')
    const fields = await createSignatureFields({ method: 'GET', url, body: null }, MOMENT, signer)
    expect(fields).not.toHaveProperty('content-digest')
    const lines = ['"@authority": 127.0.0.1:8787', '"@method": GET', '"@path": /api/approvals/1', '"@query": ?a=%20b']
    expect(isSigned(fields, lines)).toBe(true)
  })
})

describe('signRequests', () => {
  const sent: { url: string; headers: Headers; body: unknown }[] = []
  const send = signRequests(signer, async (input, init) => {
    sent.push({ url: new Request(input).url, headers: new Headers(init?.headers), body: init?.body })
    return new Response('{}')
  })

  it('sends what it was given, with header fields added that differ each time', async () => {
    const init = { method: 'POST', headers: { 'x-mine': 'yes' }, body: 'text' }
    await send('https://id.example.org/a', init)
    await send('https://id.example.org/a', init)
    const [first, second] = sent.splice(0)
    expect([first?.url, first?.body, first?.headers.get('x-mine')]).toEqual(['https://id.example.org/a', 'text', 'yes'])
    expect(first?.headers.get('signature')).not.toBe(second?.headers.get('signature'))
  })

  it('refuses a body whose bytes it cannot know, and sends nothing', async () => {
    const stream = new Response('text').body
    const whole = new Request('https://id.example.org/a', { method: 'POST', body: 'text' })
    await expect(send('https://id.example.org/a', { method: 'POST', body: stream })).rejects.toThrow(TypeError)
    await expect(send(whole)).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })
})
