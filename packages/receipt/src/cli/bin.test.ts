import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  editMember,
  ISSUER,
  ISSUER_KEYS,
  OTHER_KEYS,
  sampleReceipt,
  buildUnsigned,
} from '../../test/sample-receipts.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const BIN = join(PACKAGE, 'bin', 'stillhere-receipt.js')
const AT = ['--at', '2026-03-01T12:00:10Z']
const TRUSTED = ['--trusted', ISSUER.publicKey]
const RECEIPT = sampleReceipt()
const folder = mkdtempSync(join(tmpdir(), 'stillhere-receipt-'))

beforeAll(() => {
  if (!existsSync(join(PACKAGE, 'dist', 'cli', 'main.js'))) throw new Error('run "npm run build" first')
  keep('receipt.json', RECEIPT)
  keep('tampered.json', editMember(RECEIPT, '/verdict', 'FAIL'))
  keep('unsigned.json', buildUnsigned())
  keep('evil.json', { ...RECEIPT, '\u001b[2J\u202e\nVALID': 1 })
})

afterAll(() => rmSync(folder, { recursive: true }))

function keep(name: string, content: object): void {
  writeFileSync(join(folder, name), JSON.stringify(content))
}

type Surroundings = { input?: string; environment?: Record<string, string>; stdout?: number }

function start(args: string[], { input = '', environment = {}, stdout }: Surroundings = {}) {
  const {
    status,
    stdout: output,
    stderr,
  } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    // Nothing of the tester's own environment: it may hold a key or ask for colors.
    env: { ...environment },
    stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
  })
  return { exitCode: status, output, errors: stderr }
}

describe('the installed command', () => {
  it.each([
    [
      0,
      'a valid receipt',
      ['verify', 'receipt.json', ...AT, '--trusted', ISSUER.publicKey],
      /^VALID {2}Authentic, signed by /,
    ],
    [1, 'a changed receipt', ['verify', 'tampered.json', ...AT], /^INVALID {2}INVALID_SIGNATURE/],
    [2, 'no trusted keys', ['verify', 'receipt.json', ...AT], /^ISSUER UNKNOWN/],
    [2, 'a receipt of a stranger', ['verify', 'receipt.json', ...AT, '--trusted', OTHER_KEYS.publicKey], /^UNTRUSTED/],
    [3, 'a missing file', ['verify', 'missing.json'], /^stillhere-receipt: missing\.json: no such file or folder\n$/],
    [3, 'a folder', ['verify', '.'], /^stillhere-receipt: \.: is a folder, not a file\n$/],
    [64, 'an unknown option', ['verify', 'receipt.json', '--frob'], /^stillhere-receipt: Unknown option '--frob'; see/],
  ])('%i: %s', (exitCode, _name, args, expected) => {
    const run = start(args)
    expect(run.output + run.errors).toMatch(expected)
    expect(run.exitCode).toBe(exitCode)
  })

  it('0: reads standard input and prints JSON and nothing else', () => {
    const { exitCode, output, errors } = start(['verify', '-', '--json', ...AT, ...TRUSTED], {
      input: JSON.stringify(RECEIPT),
    })
    expect(JSON.parse(output)).toMatchObject({ status: 'VALID', checks: { V1: 'PASS', V7: 'SKIPPED' } })
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  })

  it('1: lets no receipt write to the terminal', () => {
    const { exitCode, output } = start(['verify', 'evil.json', ...AT])
    expect(output).toMatch(/^[\x20-\x7e\n]*$/)
    expect(output).not.toMatch(/^VALID/m)
    expect(exitCode).toBe(1)
  })

  it('3: refuses a file of more than 64 MiB, and as much standard input', () => {
    const limit = 64 * 1024 * 1024
    writeFileSync(join(folder, 'huge.json'), '')
    truncateSync(join(folder, 'huge.json'), limit + 1)
    expect(start(['verify', 'huge.json'])).toMatchObject({ exitCode: 3, errors: expect.stringMatching(/longer than/) })
    const input = ' '.repeat(limit + 1)
    expect(start(['verify', '-'], { input })).toMatchObject({
      exitCode: 3,
      errors: expect.stringMatching(/longer than/),
    })
  })

  it('signs with the key that keygen kept, after it refused to overwrite it', () => {
    expect(start(['keygen', '--out', 'key.json'])).toMatchObject({ exitCode: 0 })
    const written = readFileSync(join(folder, 'key.json'), 'utf8')
    expect(start(['keygen', '--out', 'key.json'])).toMatchObject({ exitCode: 1, output: '' })
    expect(readFileSync(join(folder, 'key.json'), 'utf8')).toBe(written)
    const { publicKey, issuerId } = JSON.parse(written) as { publicKey: string; issuerId: string }
    const unsigned = buildUnsigned({ issuer: { id: issuerId, publicKey } })
    const signed = start(['sign', '-', '--key', 'key.json', ...AT], { input: JSON.stringify(unsigned) })
    expect(signed).toMatchObject({ exitCode: 0, errors: '' })
    const trusted = ['--trusted', publicKey]
    expect(start(['verify', '-', ...AT, ...trusted], { input: signed.output })).toMatchObject({ exitCode: 0 })
  })

  it.skipIf(process.platform === 'win32')('writes a key file for its owner alone, and warns of any other', () => {
    start(['keygen', '--out', 'mode.json'])
    expect(statSync(join(folder, 'mode.json')).mode & 0o777).toBe(0o600)
    writeFileSync(join(folder, 'open.key'), ISSUER_KEYS.secretKey, { mode: 0o644 })
    const { exitCode, errors } = start(['sign', 'unsigned.json', '--key', 'open.key', ...AT])
    expect(errors).toMatch(/warning: open\.key: .*chmod 600/)
    expect(exitCode).toBe(0)
  })

  it('signs with the key of the environment', () => {
    const environment = { STILLHERE_SECRET_KEY: ISSUER_KEYS.secretKey }
    const { exitCode, output } = start(['sign', 'unsigned.json', ...AT], { environment })
    expect(JSON.parse(output)).toEqual(RECEIPT)
    expect(exitCode).toBe(0)
  })

  it('prints the version of its package', () => {
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
    expect(start(['--version'])).toMatchObject({ exitCode: 0, output: `${version}\n` })
  })

  it.skipIf(!existsSync('/dev/full'))('74: does not claim success when its output is lost', () => {
    const stdout = openSync('/dev/full', 'w')
    const { exitCode, errors } = start(['verify', 'receipt.json', ...AT], { stdout })
    closeSync(stdout)
    expect(errors).toMatch(/output could not be written \(ENOSPC\)/)
    expect(exitCode).toBe(74)
  })

  it.skipIf(!existsSync('/bin/sh'))('is quiet when the reader of its output has left', () => {
    const script = 'exec 3>&1; { "$0" "$1" help; echo "exit $?" >&3; } | true'
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script, process.execPath, BIN], { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'exit 0\n', stderr: '' })
  })
})
