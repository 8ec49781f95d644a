import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/mails.ts'
import { saveOwnAddress, readOwnAddress } from './start.ts'

const TLS = { cert: Buffer.alloc(0), key: Buffer.alloc(0) }

let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder()
})
afterEach(() => rmSync(dataDir, { recursive: true }))

it('knows where a service beside it listens, until that one stops', () => {
  const forget = saveOwnAddress({ dataDir, port: 8787, tls: TLS }, 'https://192.168.1.20:8788')
  expect(readOwnAddress({ dataDir, port: 8787, tls: undefined })).toBe('https://192.168.1.20:8788')
  forget()
  expect(readOwnAddress({ dataDir, port: 8787, tls: undefined })).toBe('http://127.0.0.1:8787')
  expect(readOwnAddress({ dataDir, port: 443, tls: TLS })).toBe('https://127.0.0.1:443')
})

it('does not believe what is no address, and does without a folder', () => {
  writeFileSync(join(dataDir, 'address'), 'half an addr')
  expect(readOwnAddress({ dataDir, port: 1, tls: undefined })).toBe('http://127.0.0.1:1')
  saveOwnAddress({ dataDir: join(dataDir, 'gone'), port: 1, tls: undefined }, 'http://127.0.0.1:1')()
})
