import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  buildReceipt,
  createIssuerIdentity,
  engineEvidenceToBlock,
  type Receipt,
  verifyEd25519,
  verifyReceipt,
} from '@stillhere/receipt'
import { buildSync } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'

const SCRIPT = keysScript()
const NOW = Date.parse('2026-03-01T12:00:10.000Z')

let server: Server
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/keys.js') return response.setHeader('content-type', 'text/javascript').end(SCRIPT)
    return response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/keys.js"></script>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  browser = await shareChromium()
})

afterAll(() => server.close())

beforeEach(async () => {
  context = await browser.newContext()
  page = await openTab()
})

afterEach(async () => {
  await context.close()
})

describe('openKey in a browser', () => {
  it('answers the same key after a reload', async () => {
    const before = await publicKeyIn(page)
    await page.reload()
    expect(before).toMatch(/^[0-9a-f]{64}$/)
    expect(await publicKeyIn(page)).toBe(before)
  })

  it('makes one key when two tabs and many calls ask for it at once', async () => {
    const tabs = [page, await openTab(), await openTab()]
    const ask = 'Promise.all(Array.from({ length: 8 }, async () => (await keys.openKey()).publicKey))'
    const answers = await Promise.all(tabs.map((tab) => tab.evaluate<string[]>(ask)))
    expect(new Set(answers.flat()).size).toBe(1)
    expect(await stored(page)).toMatchObject([{ name: 'default', publicKey: answers[0]?.[0] }])
  })

  it('keeps one key for each name', async () => {
    const names = ['default', 'work', 'schlüssel 鍵']
    const asked = await Promise.all(names.map((name) => publicKeyIn(page, { name })))
    expect(new Set(asked).size).toBe(3)
    expect(await publicKeyIn(page)).toBe(asked[0])
    expect(await publicKeyIn(page, { name: 'schlüssel 鍵' })).toBe(asked[2])
  })

  it('keeps a private key that nobody can export', async () => {
    await publicKeyIn(page)
    expect(await stored(page)).toEqual([
      { name: 'default', publicKey: expect.any(String), extractable: false, usages: ['sign'] },
    ])
    const exported = await page.evaluate(`readStore().then(([{ record }]) => Promise.allSettled(
      ['pkcs8', 'jwk', 'raw'].map((format) => crypto.subtle.exportKey(format, record.privateKey))))`)
    expect(exported).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }, { status: 'rejected' }])
  })

  it('leaves nothing in localStorage, sessionStorage or cookies', async () => {
    await publicKeyIn(page)
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, ''])
  })

  it('signs a receipt that Node finds valid', async () => {
    const publicKey = await publicKeyIn(page)
    const unsigned = unsignedBy(publicKey)
    const receipt = await page.evaluate<Receipt>(
      `keys.openKey().then((key) => keys.signReceipt(${JSON.stringify(unsigned)}, key, { now: ${NOW} }))`,
    )
    expect(verifyReceipt(receipt, { now: NOW, trustedIssuers: [publicKey] }).status).toBe('VALID')
  })

  it('refuses to hand out a signature that does not fit the public key', async () => {
    const outcome = await page.evaluate(`keys.openKey().then(async (key) => {
      SubtleCrypto.prototype.sign = async () => new ArrayBuffer(64)
      return describe(key.sign(new Uint8Array(3)))
    })`)
    expect(outcome).toMatchObject({ kind: 'signing_failed' })
  })
})

describe('forgetKey in a browser', () => {
  it('makes room for another key', async () => {
    const before = await publicKeyIn(page)
    await page.evaluate('keys.forgetKey()')
    expect(await stored(page)).toEqual([])
    expect(await publicKeyIn(page)).not.toBe(before)
  })

  it('forgets only the key of that name', async () => {
    const [kept] = [await publicKeyIn(page, { name: 'kept' }), await publicKeyIn(page, { name: 'gone' })]
    await page.evaluate('keys.forgetKey({ name: "gone" })')
    expect(await stored(page)).toMatchObject([{ name: 'kept', publicKey: kept }])
  })

  it('has nothing to do where there is no key', async () => {
    expect(await page.evaluate('keys.forgetKey({ name: "never" }).then(() => "done")')).toBe('done')
  })
})

describe('what stands in the store', () => {
  const makePair = (extractable: boolean) =>
    `await crypto.subtle.generateKey('Ed25519', ${extractable}, ['sign', 'verify'])`

  it.each([
    ['text', '"swordfish"', 'unreadable'],
    ['null', 'null', 'unreadable'],
    ['a record without a key', `{ publicKey: '${'ab'.repeat(32)}' }`, 'unreadable'],
    ['a key that can be exported', `{ publicKey: await hexOf(pair), privateKey: pair.privateKey }`, 'unreadable', true],
    [
      'a key beside the wrong public key',
      `{ publicKey: '${'ab'.repeat(32)}', privateKey: pair.privateKey }`,
      'signing_failed',
    ],
    ['a public key for a private one', `{ publicKey: await hexOf(pair), privateKey: pair.publicKey }`, 'unreadable'],
    [
      'a key of another kind',
      `{ publicKey: '${'ab'.repeat(32)}', privateKey: (await crypto.subtle.generateKey(
        { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])).privateKey }`,
      'signing_failed',
    ],
  ])(
    'is refused and left alone when it is %s, until the page forgets it',
    async (_, planted, kind, extractable = false) => {
      await publicKeyIn(page)
      await page.evaluate(`(async () => { const pair = ${makePair(extractable)}; await writeStore(${planted}) })()`)
      const tabs = [page, await openTab(), await openTab()]
      for (const tab of tabs) expect(await tab.evaluate('describe(keys.openKey())')).toMatchObject({ kind })
      await page.evaluate('keys.forgetKey()')
      const answers = await Promise.all(tabs.map((tab) => publicKeyIn(tab)))
      expect(new Set(answers).size).toBe(1)
      expect(answers[0]).not.toBe('ab'.repeat(32))
      expect(await stored(page)).toMatchObject([{ publicKey: answers[0], extractable: false }])
      expect(await signsFor(page, answers[0]!)).toBe(true)
    },
  )
})

describe('KeyError in a browser', () => {
  it.each([
    ['without Ed25519', 'SubtleCrypto.prototype.generateKey = () => Promise.reject(new Error("no"))', 'unsupported'],
    ['without WebCrypto', 'Object.defineProperty(crypto, "subtle", { value: undefined })', 'unsupported'],
    ['without IndexedDB', 'Object.defineProperty(window, "indexedDB", { value: undefined })', 'storage_unavailable'],
    [
      'where IndexedDB is forbidden',
      'IDBFactory.prototype.open = () => { throw new DOMException("denied", "SecurityError") }',
      'storage_unavailable',
    ],
    [
      'where no key can be written',
      'IDBObjectStore.prototype.put = () => { throw new DOMException("no", "DataCloneError") }',
      'storage_unavailable',
    ],
    [
      'where a write is taken back',
      `const put = IDBObjectStore.prototype.put
       IDBObjectStore.prototype.put = function (...all) {
         const request = put.apply(this, all)
         request.addEventListener('success', () => this.transaction.abort())
         return request
       }`,
      'storage_unavailable',
    ],
  ])('explains a browser %s', async (_, damage, kind) => {
    await page.evaluate(`(() => { ${damage} })()`)
    expect(await page.evaluate('describe(keys.openKey())')).toMatchObject({
      name: 'KeyError',
      kind,
      advice: expect.stringMatching(/\.$/),
    })
  })

  it('explains a page without a secure connection', async () => {
    const { port } = server.address() as AddressInfo
    await page.route('http://plain.example/**', async (route) => {
      const path = new URL(route.request().url()).pathname
      await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}${path}` }) })
    })
    await page.goto('http://plain.example/')
    expect(await page.evaluate('isSecureContext')).toBe(false)
    expect(await page.evaluate('describe(keys.openKey())')).toMatchObject({ kind: 'insecure_page' })
  })

  it('explains a page that may not store anything', async () => {
    const { port } = server.address() as AddressInfo
    await page.setContent(`<iframe sandbox="allow-scripts" src="http://127.0.0.1:${port}/"></iframe>`)
    const frame = page.frames()[1]!
    await frame.waitForFunction('typeof keys === "object"')
    expect(await frame.evaluate('describe(keys.openKey())')).toMatchObject({ kind: 'storage_unavailable' })
  })

  it('keeps the stored key while the browser cannot sign', async () => {
    const before = await publicKeyIn(page)
    await page.evaluate(`(() => {
      for (const name of ['generateKey', 'sign']) SubtleCrypto.prototype[name] = () => Promise.reject(new Error('no'))
    })()`)
    expect(await page.evaluate('describe(keys.openKey())')).toMatchObject({ kind: 'signing_failed' })
    await page.reload()
    expect(await publicKeyIn(page)).toBe(before)
  })

  it.each(['{ name: "" }', '{ name: 7 }', '{ name: "x".repeat(257) }', '{ file: "key.pem" }', '{ secretKey: "00" }'])(
    'refuses %s',
    async (options) => {
      expect(await page.evaluate(`describe(keys.openKey(${options}))`)).toMatchObject({ kind: 'invalid_options' })
      expect(await page.evaluate(`describe(keys.forgetKey(${options}))`)).toMatchObject({ kind: 'invalid_options' })
    },
  )
})

async function openTab(): Promise<Page> {
  const { port } = server.address() as AddressInfo
  const tab = await context.newPage()
  await tab.goto(`http://127.0.0.1:${port}/`)
  return tab
}

function publicKeyIn(tab: Page, options: object = {}): Promise<string> {
  return tab.evaluate<string>(`keys.openKey(${JSON.stringify(options)}).then(({ publicKey }) => publicKey)`)
}

async function signsFor(tab: Page, publicKey: string): Promise<boolean> {
  const signature = await tab.evaluate<number[]>(
    'keys.openKey().then(async (key) => [...await key.sign(new TextEncoder().encode("hello"))])',
  )
  return verifyEd25519(Buffer.from(signature).toString('hex'), new TextEncoder().encode('hello'), publicKey)
}

function stored(tab: Page): Promise<unknown> {
  return tab.evaluate(`readStore().then((all) => all.map(({ name, record: { publicKey, privateKey } }) =>
    ({ name, publicKey, extractable: privateKey.extractable, usages: privateKey.usages })))`)
}

function unsignedBy(publicKey: string): object {
  const evidence = { engineId: 'EE-001', engineVersion: '1.0.0', value: 0.8, confidence: 0.8 }
  return buildReceipt({
    evidence: [engineEvidenceToBlock({ ...evidence, components: [], diagnostics: {} })],
    interval: { start: NOW - 8000, end: NOW },
    subject: { id: `sha256:${'5e'.repeat(32)}` },
    issuer: createIssuerIdentity({ publicKey }),
    verdict: 'PASS',
    now: NOW,
  })
}

function keysScript(): string {
  const contents = `import * as keys from '@stillhere/client/keys'
    import { signReceipt } from '@stillhere/receipt'
    globalThis.keys = { ...keys, signReceipt }
    globalThis.describe = (promise) => promise.then(() => 'no error', ({ name, kind, advice, message }) => ({ name, kind, advice, message }))
    globalThis.hexOf = async ({ publicKey }) => Array.from(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)),
      (byte) => byte.toString(16).padStart(2, '0')).join('')
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const inStore = async (mode, work) => {
      const database = await done(indexedDB.open('stillhere-keys'))
      try { return await work(database.transaction('key', mode).objectStore('key')) } finally { database.close() }
    }
    globalThis.writeStore = (record) => inStore('readwrite', (store) => done(store.put(record, 'default')))
    globalThis.readStore = () => inStore('readonly', async (store) => {
      const [names, records] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
      return names.map((name, index) => ({ name, record: records[index] }))
    })`
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
  })
  return outputFiles[0]!.text
}
