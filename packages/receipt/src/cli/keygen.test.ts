import { expect, it } from 'vitest'
import { runCli } from '../../test/fake-io.ts'
import { ISSUER, ISSUER_KEYS } from '../../test/sample-receipts.ts'

it('0: prints both keys and the issuer id', async () => {
  const { exitCode, output, created } = await runCli(['keygen'])
  expect(JSON.parse(output)).toEqual({ ...ISSUER_KEYS, issuerId: ISSUER.id })
  expect({ exitCode, created }).toEqual({ exitCode: 0, created: {} })
})

it('0: with --out keeps the secret in the file alone', async () => {
  const { exitCode, output, created } = await runCli(['keygen', '--out', 'key.json'])
  expect(JSON.parse(output)).toEqual({ publicKey: ISSUER_KEYS.publicKey, issuerId: ISSUER.id })
  expect(JSON.parse(created['key.json']!)).toEqual({ ...ISSUER_KEYS, issuerId: ISSUER.id })
  expect(exitCode).toBe(0)
})

it('1: does not overwrite a file', async () => {
  const { exitCode, output, errors } = await runCli(['keygen', '--out', 'key.json'], { files: { 'key.json': '' } })
  expect(errors).toMatch(/key\.json: is there already/)
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
})
