import { ProblemError } from '@stillhere/client/http'
import { describeFailure } from '../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../parts/problem-words.ts'
import { OddWalletError } from './provider.ts'

/** Words for whatever kept a wallet from signing, or its signature from being taken. */
export function describeWalletFailure(error: unknown): FailureWords {
  if (error instanceof OddWalletError) {
    return { title: 'The wallet gave no usable answer.', advice: 'Open it, choose an account, then try again.' }
  }
  if (error instanceof ProblemError) return describeFailure(error, OWN)
  return PROVIDER_WORDS[codeOf(error)] ?? describeFailure(error)
}

const WRONG_CODE: FailureWords = {
  title: 'That is not the code, or it is too old.',
  advice: 'Check it, or ask for a new one, then sign again.',
}

const OWN: ProblemWords = { CODE_INVALID: WRONG_CODE, TOO_MANY_TRIES: WRONG_CODE }

// The codes of EIP-1193 and EIP-1474.
const PROVIDER_WORDS: Readonly<Record<number, FailureWords>> = {
  4001: { title: 'You said no in the wallet.', advice: 'Nothing was signed. Press again if you change your mind.' },
  4100: { title: 'The wallet does not let this page in.', advice: 'Allow this site in the wallet, then try again.' },
  4900: { title: 'The wallet has no connection.', advice: 'Open it, see whether it is online, then try again.' },
  [-32002]: { title: 'The wallet is waiting for you.', advice: 'It has a question open already. Answer it there.' },
}

function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
}
