import type { ScanError } from '@stillhere/client/capture'
import { Button } from '../../../parts/button.tsx'
import type { explainFailure } from '../flow/explain.ts'
import type { Scan } from '../flow/use-scan.ts'
import { SignInFirst } from './sign-in-first.tsx'

type OutcomeProps = {
  scan: Scan
  explain: (error: ScanError) => ReturnType<typeof explainFailure>
  words: { enrolled: string; start: string; signIn: string; enrollAgain: string }
  onSignIn: () => void
  enrollKind: 'main' | 'quiet'
}

/** What stands under the end of a scan for a check or an approval: the way on after enrolling, or what helps after a failure. */
export function ScanOutcome({ explain, ...props }: OutcomeProps) {
  const { scan, words } = props
  const { end } = scan
  return (
    <div slot="outcome" class="stack">
      {end?.kind === 'enrolled' ? (
        <>
          <p>{words.enrolled}</p>
          <p>
            <Button onClick={() => scan.start('verify')}>{words.start}</Button>
          </p>
        </>
      ) : null}
      <ScanHelp help={end?.kind === 'failed' ? explain(end.error)?.help : undefined} {...props} />
    </div>
  )
}

type HelpProps = Omit<OutcomeProps, 'explain'> & { help: string | undefined }

/** What gets it on its way again: a sign-in, or another enrollment. */
function ScanHelp({ scan, help, words, onSignIn, enrollKind }: HelpProps) {
  if (help === 'sign-in-again') return <SignInFirst onStart={() => scan.start('enroll')} />
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
