import { Button } from '../../../parts/button.tsx'
import type { Scan } from '../flow/use-scan.ts'
import { EnrollAgain } from './enroll-again.tsx'

type HelpProps = {
  scan: Scan
  /** What helps after a failure. */
  help: string | undefined
  words: { signIn: string; enrollAgain: string }
  onSignIn: () => void
  enrollKind: 'main' | 'quiet'
}

/** What gets a scan for a check or an approval on its way again: a code, a sign-in, or another enrollment. */
export function ScanHelp({ scan, help, words, onSignIn, enrollKind }: HelpProps) {
  if (help === 'code') return <EnrollAgain onCode={(otp) => scan.start('enroll', otp)} />
  if (help === 'sign-in')
    return (
      <p>
        <Button onClick={onSignIn}>{words.signIn}</Button>
      </p>
    )
  if (help !== 'enroll') return null
  return (
    <p>
      <Button kind={enrollKind} onClick={() => scan.start('enroll')}>
        {words.enrollAgain}
      </Button>
    </p>
  )
}
