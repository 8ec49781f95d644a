import { NetworkError, ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { OddWalletError } from './sign-in.ts'
import { describeWalletFailure } from './words.ts'

function problem(code: 'SIWE_REFUSED' | 'WALLET_TAKEN' | 'UNAUTHORIZED', detail: string): ProblemError {
  const nothing = { title: '', errors: [], retryAfterMs: undefined, requestId: undefined }
  return new ProblemError('signInWithWallet', { ...nothing, status: 401, code, detail })
}

it.each([
  [{ code: 4001, message: 'User rejected' }, 'You declined in the wallet.'],
  [{ code: -32002 }, 'The wallet is waiting for you.'],
  [{ code: 4100 }, 'The wallet doesn’t allow this site.'],
  [new OddWalletError('x'), 'We got no usable answer from the wallet.'],
  [problem('WALLET_TAKEN', ''), 'This wallet belongs to another node.'],
  [problem('SIWE_REFUSED', 'issued-at: is in the future.'), 'This device’s clock is wrong.'],
  [problem('SIWE_REFUSED', 'signature: is by another key.'), 'The signature doesn’t match the account.'],
  [problem('SIWE_REFUSED', 'checksum: odd.'), 'The signature wasn’t accepted.'],
  [problem('UNAUTHORIZED', 'x'), 'You need to sign in first.'],
  [new NetworkError('a', 'b'), 'We can’t reach the service.'],
  [{ code: 1 }, 'Something went wrong on this page. That’s our fault.'],
  [null, 'Something went wrong on this page. That’s our fault.'],
])('%j: %s', (error, title) => {
  expect(describeWalletFailure(error).title).toBe(title)
})
