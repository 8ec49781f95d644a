import { execFile } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, promisify } from 'node:util'
import { generateKeyPair, verifyEd25519 } from '@stillhere/receipt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetKey, KeyError, type KeyErrorKind, type KeyOptions, openKey } from './index-node.ts'
import { createKeyFile } from './node-key.ts'

const KEYS = generateKeyPair({ random: (length) => new Uint8Array(length).fill(7) })
const MESSAGE = new TextEncoder().encode('hello')

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
  file = join(folder, 'key.pem')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('openKey({ file })', () => {
  it('makes a PKCS#8 file that only its owner can read, and nothing beside it', async () => {
    await openKey({ file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n[\w+/=\n]+-----END PRIVATE KEY-----\n$/)
    expect(readdirSync(folder)).toEqual(['key.pem'])
  })

  it('opens the same key again', async () => {
    const first = await openKey({ file })
    const second = await openKey({ file })
    expect(second.publicKey).toBe(first.publicKey)
    expect(await isSignedBy(first.publicKey, second)).toBe(true)
  })

  it('agrees on one key when many calls make it at once', async () => {
    const signers = await Promise.all(Array.from({ length: 16 }, () => openKey({ file })))
    expect(new Set(signers.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['key.pem'])
  })

  it('agrees on one key when several processes make it at once', { timeout: 60_000 }, async () => {
    const module = join(import.meta.dirname, 'index-node.ts')
    const script = `const { openKey } = await import(${JSON.stringify(module)})
      console.log((await openKey({ file: ${JSON.stringify(file)} })).publicKey)`
    const options = ['--conditions=stillhere-source', '--input-type=module', '--eval', script]
    const answers = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, options)))
    const keys = new Set(answers.map(({ stdout }) => stdout.trim()))
    expect([...keys]).toEqual([(await openKey({ file })).publicKey])
  })

  it('keeps the key of whoever was first', async () => {
    await createKeyFile(file)
    const first = readFileSync(file, 'utf8')
    await createKeyFile(file)
    expect(readFileSync(file, 'utf8')).toBe(first)
    expect(readdirSync(folder)).toEqual(['key.pem'])
  })

  it.each([0o644, 0o640, 0o604, 0o620, 0o601])('refuses a file of mode %o, which is not private', async (mode) => {
    await openKey({ file })
    chmodSync(file, mode)
    await expectRefusal({ file }, 'exposed', mode.toString(8))
  })

  it.each([0o600, 0o400])('takes a file of mode %o', async (mode) => {
    const { publicKey } = await openKey({ file })
    chmodSync(file, mode)
    expect((await openKey({ file })).publicKey).toBe(publicKey)
  })

  it.each([
    ['nothing', ''],
    ['other text', 'swordfish'],
    ['half a key', pemOf(ed25519()).slice(0, 60)],
    ['a key of another kind', pemOf(generateKeyPairSync('x25519').privateKey)],
    ['a public key', createPublicKey(ed25519()).export({ format: 'pem', type: 'spki' }).toString()],
    ['an encrypted key', encrypted(ed25519())],
    ['far too much', 'swordfish'.repeat(10_000)],
  ])('refuses a file that holds %s, and leaves it as it is', async (_, text) => {
    writeFileSync(file, text, { mode: 0o600 })
    await expectRefusal({ file }, 'unreadable', file)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('says that a folder is missing, and that a folder is no file', async () => {
    await expectRefusal({ file: join(folder, 'no/key.pem') }, 'storage_unavailable', 'ENOENT')
    mkdirSync(join(folder, 'private'), { mode: 0o700 })
    await expectRefusal({ file: join(folder, 'private') }, 'storage_unavailable', 'EISDIR')
  })
})

describe('openKey with a key at hand', () => {
  const key = createPrivateKey({ key: derOf(KEYS.secretKey), format: 'der', type: 'pkcs8' })

  it.each<[string, KeyOptions]>([
    ['PEM text', { pem: pemOf(key) }],
    ['a secret key', { secretKey: KEYS.secretKey }],
    ['a KeyObject', { key }],
  ])('signs with %s', async (_, options) => {
    const signer = await openKey(options)
    expect(signer.publicKey).toBe(KEYS.publicKey)
    expect(await isSignedBy(KEYS.publicKey, signer)).toBe(true)
  })

  it.each<[string, unknown, KeyErrorKind]>([
    ['nothing', undefined, 'invalid_options'],
    ['null', null, 'invalid_options'],
    ['a name, which only browsers know', { name: 'default' }, 'invalid_options'],
    ['two at once', { secretKey: KEYS.secretKey, file: 'key.pem' }, 'invalid_options'],
    ['an empty path', { file: '' }, 'invalid_options'],
    ['a short secret key', { secretKey: KEYS.secretKey.slice(1) }, 'invalid_options'],
    ['an upper-case secret key', { secretKey: 'AB'.repeat(32) }, 'invalid_options'],
    ['a secret key as a number', { secretKey: 7 }, 'invalid_options'],
    ['something like a KeyObject', { key: { type: 'private', asymmetricKeyType: 'ed25519' } }, 'invalid_options'],
    ['a public KeyObject', { key: createPublicKey(key) }, 'unreadable'],
    ['a KeyObject of another kind', { key: generateKeyPairSync('ed448').privateKey }, 'unreadable'],
    ['PEM text that is none', { pem: 'swordfish' }, 'unreadable'],
  ])('refuses %s', async (_, options, kind) => {
    await expectRefusal(options as KeyOptions, kind, '')
  })

  it('shows no secret when a signer or an error is printed', async () => {
    const signer = await openKey({ secretKey: KEYS.secretKey })
    const error = await openKey({ pem: `swordfish ${KEYS.secretKey}` }).catch((thrown: unknown) => thrown)
    const printed = inspect([signer, error], { depth: 9, showHidden: true }) + JSON.stringify([signer, error])
    expect(printed).not.toContain(KEYS.secretKey)
    expect(printed).not.toContain('swordfish')
  })
})

describe('forgetKey', () => {
  it('removes the file, so that the next key is another one', async () => {
    const { publicKey } = await openKey({ file })
    await forgetKey({ file })
    expect(readdirSync(folder)).toEqual([])
    expect((await openKey({ file })).publicKey).not.toBe(publicKey)
  })

  it('has nothing to do where there is no file', async () => {
    await expect(forgetKey({ file })).resolves.toBeUndefined()
  })

  it('does not remove a file that is no key', async () => {
    writeFileSync(file, 'my diary', { mode: 0o600 })
    await expect(forgetKey({ file })).rejects.toMatchObject({ kind: 'unreadable' })
    expect(readFileSync(file, 'utf8')).toBe('my diary')
  })

  it('refuses to guess a file', async () => {
    await expect(forgetKey()).rejects.toMatchObject({ kind: 'invalid_options' })
    await expect(forgetKey({ name: 'default' })).rejects.toMatchObject({ kind: 'invalid_options' })
  })
})

async function expectRefusal(options: KeyOptions, kind: KeyErrorKind, words: string): Promise<void> {
  const error: unknown = await openKey(options).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(KeyError)
  expect(error).toMatchObject({ name: 'KeyError', kind, message: expect.stringContaining(words) })
  expect((error as KeyError).advice).not.toBe('')
}

async function isSignedBy(publicKey: string, signer: Awaited<ReturnType<typeof openKey>>): Promise<boolean> {
  const signature = Buffer.from((await signer.sign(MESSAGE)) as Uint8Array).toString('hex')
  return verifyEd25519(signature, MESSAGE, publicKey)
}

function ed25519(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function encrypted(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'swordfish' }).toString()
}

function derOf(secretKey: string): Buffer {
  return Buffer.from(`302e020100300506032b657004220420${secretKey}`, 'hex')
}
