import { describe, expect, it } from 'vitest'
import { type Run, runCli, type World } from '../../test/fake-io.ts'
import { editMember, ISSUER_KEYS, OTHER_KEYS, sampleReceipt, buildUnsigned } from '../../test/sample-receipts.ts'

const UNSIGNED = buildUnsigned()
const { secretKey } = ISSUER_KEYS

function sign(files: NonNullable<World['files']>, world: World = {}): Promise<Run> {
  const all = { 'u.json': UNSIGNED, 'key.json': ISSUER_KEYS, ...files }
  return runCli(['sign', 'u.json', '--key', 'key.json'], { ...world, files: all })
}

describe('sign', () => {
  it.each([
    ['what keygen wrote', ISSUER_KEYS],
    ['bare hex', `${secretKey}\n`],
  ])('0: signs with a key file that holds %s', async (_name, key) => {
    const { exitCode, output, errors } = await sign({ 'key.json': key })
    expect(JSON.parse(output)).toEqual(sampleReceipt())
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  })

  it('0: signs standard input with the key of the environment', async () => {
    const { exitCode, output } = await runCli(['sign', '-'], { stdin: UNSIGNED, secretKey })
    expect(JSON.parse(output)).toEqual(sampleReceipt())
    expect(exitCode).toBe(0)
  })

  it('0: signs at the time of --at', async () => {
    const { output } = await runCli(['sign', '-', '--at', '2026-03-01T13:00:01+01:00'], { stdin: UNSIGNED, secretKey })
    expect(JSON.parse(output).signature.signedAt).toBe('2026-03-01T12:00:01.000Z')
  })

  it('0: prefers the key file to the environment', async () => {
    expect(await sign({}, { secretKey: OTHER_KEYS.secretKey })).toMatchObject({ exitCode: 0 })
  })

  it.each([
    [0o640, /warning: key\.json: others on this machine can get at the key \(mode 640\); use chmod 600/],
    [0o604, /mode 604/],
    [0o600, /^$/],
    [0o400, /^$/],
  ])('0: warns of a key file that others can read, mode %i', async (mode, warning) => {
    const { exitCode, errors } = await sign({}, { modes: { 'key.json': mode } })
    expect(errors).toMatch(warning)
    expect(exitCode).toBe(0)
  })

  it.each([
    ['a signed receipt', sampleReceipt(), /\/signature is there already \(INVALID_SCHEMA\)/],
    ['a receipt of another issuer', editMember(UNSIGNED, '/issuer/publicKey', OTHER_KEYS.publicKey), /INVALID_SCHEMA/],
    ['a changed payload', editMember(UNSIGNED, '/evidence/0/payload/score', 0), /\(EVIDENCE_TAMPERED\)/],
    [
      'a contradiction',
      editMember(UNSIGNED, '/assertions/receiptIntegrity/value', false),
      /\(INCONSISTENT_ASSERTIONS\)/,
    ],
    ['a list', [UNSIGNED], /must be an object/],
    ['null', 'null', /must be an object/],
  ])('1: refuses %s and prints no receipt', async (_name, unsigned, message) => {
    const { exitCode, output, errors } = await sign({ 'u.json': unsigned })
    expect(errors).toMatch(message)
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
  })

  it('1: refuses the key of somebody else', async () => {
    const { exitCode, errors } = await sign({ 'key.json': OTHER_KEYS })
    expect(errors).toMatch(/not signed: .*ISSUER_MISMATCH/)
    expect(exitCode).toBe(1)
  })
})

describe('sign keeps the key to itself', () => {
  it.each([
    ['broken JSON', `{"secretKey":"${secretKey}"`],
    ['upper-case hex', secretKey.replace('0', 'A')],
    ['a number', `{"secretKey":1}`],
    ['a list', `["${secretKey}"]`],
    ['too much', `${secretKey}00`],
  ])('3: quotes nothing of a key file with %s', async (_name, key) => {
    const { exitCode, output, errors } = await sign({ 'key.json': key })
    expect(errors).toBe('stillhere-receipt: key.json: must hold 64 lower-case hex digits, or what keygen wrote\n')
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' })
  })

  it.each([secretKey, secretKey.replace('0', 'A')])(
    '64: does not repeat a key given on the command line',
    async (key) => {
      const { exitCode, errors } = await runCli(['sign', 'u.json', '--key', key])
      expect(errors).toMatch(/never the key itself/)
      expect(errors).not.toContain(key)
      expect(exitCode).toBe(64)
    },
  )

  it('3: does not repeat an unreadable key of the environment', async () => {
    const { exitCode, errors } = await runCli(['sign', '-'], { stdin: UNSIGNED, secretKey: `${secretKey}0` })
    expect(errors).toBe('stillhere-receipt: STILLHERE_SECRET_KEY: must be 64 lower-case hex digits\n')
    expect(exitCode).toBe(3)
  })
})
