import type { Signed } from './prepare.ts'

/** What is to be signed, and what then. */
export type SignerProps = {
  /** What the button says. */
  label: string
  /** What the wallet shows as the meaning of the signature. */
  statement: string
  onSigned: (signed: Signed) => Promise<unknown>
}
