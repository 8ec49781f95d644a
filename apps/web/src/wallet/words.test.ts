import { NetworkError, ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { OddWalletError } from './provider.ts'
import { describeWalletFailure } from './words.ts'

function problem(code: 'SIWE_REFUSED' | 'WALLET_TAKEN' | 'UNAUTHORIZED', detail: string): ProblemError {
  const nothing = { title: '', errors: [], retryAfterMs: undefined, requestId: undefined }
  return new ProblemError('signInWithWallet', { ...nothing, status: 401, code, detail })
}

it.each([
  [{ code: 4001, message: 'User rejected' }, 'You said no in the wallet.'],
  [{ code: -32002 }, 'The wallet is waiting for you.'],
  [{ code: 4100 }, 'The wallet does not let this page in.'],
  [new OddWalletError('x'), 'The wallet gave no usable answer.'],
  [problem('WALLET_TAKEN', ''), 'This wallet belongs to another node.'],
  [problem('SIWE_REFUSED', 'issued-at: is in the future.'), 'The clock of this device is wrong.'],
  [problem('SIWE_REFUSED', 'signature: is by another key.'), 'The signature does not fit the account.'],
  [problem('SIWE_REFUSED', 'checksum: odd.'), 'The signature was not accepted.'],
  [problem('UNAUTHORIZED', 'x'), 'This needs you to be signed in.'],
  [new NetworkError('a', 'b'), 'The service does not answer.'],
  [{ code: 1 }, 'This page has failed, and it is our fault.'],
  [null, 'This page has failed, and it is our fault.'],
])('%j: %s', (error, title) => {
  expect(describeWalletFailure(error).title).toBe(title)
})
