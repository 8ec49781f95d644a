import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOrMakePair } from './certificate.ts'

const NOW = new Date('2026-07-01T12:00:00Z')
const HOSTS = ['192.168.1.20', 'localhost']
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillhere-lan-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps one pair, so that a phone is asked once, in a file that only its owner reads', () => {
  const first = readOrMakePair(folder, HOSTS, NOW)
  expect(readOrMakePair(folder, HOSTS, NOW)).toEqual(first)
  expect(readOrMakePair(folder, ['localhost'], NOW)).toEqual(first)
  expect(statSync(join(folder, 'lan.pem')).mode & 0o777).toBe(0o600)
})

it('makes a new pair when the machine has another address', () => {
  const first = readOrMakePair(folder, HOSTS, NOW)
  expect(readOrMakePair(folder, ['10.0.0.5', 'localhost'], NOW).cert).not.toBe(first.cert)
})

it('makes a new pair in the last month of the old one', () => {
  const first = readOrMakePair(folder, HOSTS, NOW)
  expect(readOrMakePair(folder, HOSTS, new Date('2027-05-31T12:00:00Z')).cert).toBe(first.cert)
  expect(readOrMakePair(folder, HOSTS, new Date('2027-06-02T12:00:00Z')).cert).not.toBe(first.cert)
})

it.each([
  '',
  'nothing',
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\nAA',
])('replaces a file that holds no pair: %j', (content) => {
  writeFileSync(join(folder, 'lan.pem'), content)
  const pair = readOrMakePair(folder, HOSTS, NOW)
  expect(readOrMakePair(folder, HOSTS, NOW)).toEqual(pair)
  expect(pair.cert).toContain('BEGIN CERTIFICATE')
})
