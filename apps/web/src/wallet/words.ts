import { ProblemError } from '@stillhere/client/http'
import { describeFailure, type FailureWords } from '../parts/failure.tsx'
import { say } from '../words/speak.ts'
import { OddWalletError } from './sign-in.ts'

/** Returns title and advice for an error of a wallet, or of the service when it refused a wallet's signature. */
export function describeWalletFailure(error: unknown): FailureWords {
  if (error instanceof OddWalletError) {
    return {
      title: say('We got no usable answer from the wallet.'),
      advice: say('Open it, choose an account, then try again.'),
    }
  }
  if (error instanceof ProblemError) return describeFailure(error)
  return PROVIDER_WORDS[readErrorCode(error)] ?? describeFailure(error)
}

// The codes of EIP-1193 and EIP-1474.
const PROVIDER_WORDS: Readonly<Record<number, FailureWords>> = {
  4001: {
    title: say('You declined in the wallet.'),
    advice: say('Nothing was signed. Try again if you change your mind.'),
  },
  4100: {
    title: say('The wallet doesn’t allow this site.'),
    advice: say('Allow this site in the wallet, then try again.'),
  },
  4900: { title: say('The wallet is offline.'), advice: say('Open it, check its connection, then try again.') },
  [-32002]: {
    title: say('The wallet is waiting for you.'),
    advice: say('It already has a request open. Answer it there.'),
  },
}

function readErrorCode(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
}
