import { describe, expect, it } from 'vitest'
import { verifyFile } from '../../test/fake-io.ts'
import { ISSUER, OTHER_KEYS, sampleReceipt } from '../../test/sample-receipts.ts'

const RECEIPT = sampleReceipt()
const OTHER_KEY = OTHER_KEYS.publicKey

describe('verify with a file of trusted keys', () => {
  const trust = ['--trusted', 'keys.txt']

  it('0: takes one key a line, comments and empty lines', async () => {
    const keys = `# friends\r\n\r\n${OTHER_KEY}\r\n  ${ISSUER.publicKey} # us`
    expect(await verifyFile(RECEIPT, trust, { 'keys.txt': keys })).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['a line that is no key', `${ISSUER.publicKey}\nabc`, /keys\.txt: line 2 is not a key/],
    ['an upper-case key', ISSUER.publicKey.toUpperCase(), /keys\.txt: line 1 is not a key/],
    ['no key', '# nobody\n', /keys\.txt: holds no key/],
  ])('3: refuses a file with %s', async (_name, keys, message) => {
    const { exitCode, errors } = await verifyFile(RECEIPT, trust, { 'keys.txt': keys })
    expect(errors).toMatch(message)
    expect(exitCode).toBe(3)
  })

  it('3: a file that is not there trusts nobody', async () => {
    expect(await verifyFile(RECEIPT, trust)).toMatchObject({ exitCode: 3 })
  })
})
