import { ProblemError } from '@stillhere/client/http'
import { type FailureWords, failureWords } from '../parts/failure-words.ts'
import { OddWalletError } from './provider.ts'

/** Words for whatever kept a wallet from signing, or its signature from being taken. */
export function walletWords(error: unknown): FailureWords {
  if (error instanceof OddWalletError) {
    return { title: 'The wallet gave no usable answer.', advice: 'Open it, choose an account, then try again.' }
  }
  if (error instanceof ProblemError) return problemWords(error)
  return PROVIDER_WORDS[codeOf(error)] ?? failureWords(error)
}

// The codes of EIP-1193 and EIP-1474.
const PROVIDER_WORDS: Readonly<Record<number, FailureWords>> = {
  4001: { title: 'You said no in the wallet.', advice: 'Nothing was signed. Press again if you change your mind.' },
  4100: { title: 'The wallet does not let this page in.', advice: 'Allow this site in the wallet, then try again.' },
  4900: { title: 'The wallet has no connection.', advice: 'Open it, see whether it is online, then try again.' },
  [-32002]: { title: 'The wallet is waiting for you.', advice: 'It has a question open already. Answer it there.' },
}

const RULE_WORDS: Readonly<Record<string, FailureWords>> = {
  'issued-at': { title: 'The clock of this device is wrong.', advice: 'Set it by the network, then sign again.' },
  nonce: { title: 'This message was used before, or waited too long.', advice: 'Sign a new one.' },
  signature: {
    title: 'The signature does not fit the account.',
    advice:
      'Sign with the account that the message names. Wallets that are contracts work only where the operator set it up.',
  },
  domain: { title: 'This is not the address of the service.', advice: 'Open the page under its public address.' },
}

function problemWords(problem: ProblemError): FailureWords {
  if (problem.code === 'WALLET_TAKEN') {
    return {
      title: 'This wallet belongs to another node.',
      advice: 'Sign in there and remove it, or use another account.',
    }
  }
  if (problem.code === 'CODE_INVALID' || problem.code === 'TOO_MANY_TRIES') {
    return {
      title: 'That is not the code, or it is too old.',
      advice: 'Check it, or ask for a new one, then sign again.',
    }
  }
  if (problem.code !== 'SIWE_REFUSED') return failureWords(problem)
  const rule = problem.detail.split(':', 1)[0] ?? ''
  return RULE_WORDS[rule] ?? { title: 'The signature was not accepted.', advice: problem.detail }
}

function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
}
