import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newAuthority } from '../../../test/certificates.ts'
import { checkSettings } from '../../app/cli/doctor.ts'
import { readSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillhere-roots-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = () => readSettings({ DEVICE_ROOTS: folder })
const put = (file: string, text: string) => writeFileSync(join(folder, file), text)
const pem = (to = '2049-01-01') => newAuthority('Root', undefined, { to }).path[0]?.toString() ?? ''
const findRoots = (settings = read()) => checkSettings(settings).filter(({ about }) => about === 'device roots')

it('reads every certificate of every file, and leaves hidden ones out', () => {
  put('one.pem', pem())
  put('two.crt', `A comment\n${pem()}${pem()}`)
  put('.hidden', 'not a certificate')
  expect(read().deviceRoots).toHaveLength(3)
  expect(findRoots()).toEqual([{ mood: 'ok', about: 'device roots', says: '3 certificates in DEVICE_ROOTS' }])
})

it('doctor warns of certificates that have ended, and says nothing without the setting', () => {
  put('one.pem', pem('2021-01-01') + pem())
  expect(findRoots()).toMatchObject([{ mood: 'warn', says: expect.stringContaining('1 of 2') }])
  expect(findRoots(readSettings({}))).toEqual([])
})

it('refuses a folder that is missing or empty', () => {
  expect(read).toThrow(`DEVICE_ROOTS names a folder without certificates: ${folder}`)
  const missing = join(folder, 'missing')
  expect(() => readSettings({ DEVICE_ROOTS: missing })).toThrow(
    `DEVICE_ROOTS names a folder that cannot be read: ${missing}`,
  )
})

it.each([
  ['text', 'hello'],
  ['nothing', ''],
  ['half a certificate', pem().slice(0, 200)],
  ['a certificate of noise', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
])('refuses %s, and names the file', (_what, text) => {
  put('a.pem', pem())
  put('b.pem', text)
  expect(read).toThrow(join(folder, 'b.pem'))
})

it('refuses a folder in the folder', () => {
  mkdirSync(join(folder, 'inner'))
  expect(read).toThrow(join(folder, 'inner'))
})
