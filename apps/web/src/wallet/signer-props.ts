import type { Signed } from './prepare.ts'

/** What is to be signed, and what then. */
export type SignerProps = {
  /** What the button says. */
  label: string
  /** What the wallet shows as the meaning of the signature. */
  statement: string
  /** Asked before anything is signed: whether all else that is needed is there. */
  isReady?: () => boolean
  onSigned: (signed: Signed) => Promise<unknown>
}
