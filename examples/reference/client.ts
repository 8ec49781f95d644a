// The values that the examples of docs/reference/client.md and its neighbors use. Tests run each example with these in scope.
import { createClient } from '@stillhere/client'
import { encryptReceipt } from '@stillhere/client/kept-receipts'
import { remoteIssuer } from '@stillhere/client/middleware'
import { answerAs, generateChallenge, seededRandom, syntheticPerson } from '@stillhere/client/testing'
import { generateKeyPair } from '@stillhere/receipt'
import { Window } from 'happy-dom'
import { madeUpReceipt } from '../made-up-receipt.ts'

// The service answers an empty page to everything here.
globalThis.fetch = async () => Response.json({ entries: [], nextCursor: null })
export const baseUrl = 'https://id.example.org'
export const token = 'token-of-a-node'
export const email = 'ada@example.org'
export const client = createClient({ baseUrl, token })

const drawn = generateChallenge(seededRandom(1))
/** A challenge as the engine draws it and as POST /api/challenge answers. */
export const challenge = {
  ...drawn,
  challenge_id: 'c-1',
  challenge_token: 't-1',
  actions: drawn.strokes.map(({ direction, atMs }) => ({ direction, at_ms: atMs })),
  duration_ms: drawn.durationMs,
}
export const person = syntheticPerson(1)
export const answer = answerAs(person, challenge)
export const samples = answer.imuSamples
export const landmarks = [Array.from({ length: 33 }, () => ({ x: 0, y: 0, z: 0 }))]
export const enrollment = { user_id: 'u-1', signature: { vector: [0], version: 'b-1' } }

export const audience = 'https://shop.example'
export const issuer = remoteIssuer('https://id.example.org')
export const receipt = madeUpReceipt(generateKeyPair(), audience)
export const { ciphertext, key } = await encryptReceipt(receipt)
export const id = 'a1b2c3'
export const app = { post: () => {} }
export const vote = () => {}
export const show = () => {}
export const draw = () => {}
export const send = () => {}

// A document, as a page has it.
const window = new Window({ url: 'https://shop.example/' })
for (const name of ['document', 'HTMLElement', 'CustomEvent', 'Node', 'customElements', 'location'] as const)
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
Object.defineProperty(globalThis, 'window', { value: window, configurable: true })
export const button = document.createElement('button')
