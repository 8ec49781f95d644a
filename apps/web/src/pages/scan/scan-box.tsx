import '@stillhere/client/jsx/preact'
import '../../parts/scan-element.css'
import type { ScanError } from '@stillhere/client/capture'
import type { ComponentChildren, Ref } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { session } from '../../session/session.ts'
import { LoadedWays } from '../../sign-in/again.tsx'
import { openSignIn } from '../../sign-in/sign-in.ts'
import { say } from '../../words/speak.ts'
import { explainFailure } from './explain.ts'
import type { Scan } from './use-scan.ts'
import { WORDS } from './words.ts'

type ScanBoxProps = {
  scan: Scan
  explain: typeof explainFailure
  /** Drawn before the scan starts; null for nothing. */
  intro: { title: string; text: string } | null
  /** Stays visible while the person moves. */
  about?: ComponentChildren
  words: { enrolled: string; start: string }
  enrollKind: 'main' | 'quiet'
  box?: Ref<HTMLDivElement>
  hidden?: boolean
}

/**
 * Shows the scan element on pages that require a scan, with an introduction, a button to continue after enrolling, and help after a
 * failure. `explain` returns this page's explanation of a failure, or null.
 */
export function ScanBox({ scan, explain, intro, about, words, enrollKind, box = null, hidden = false }: ScanBoxProps) {
  const { element, state, end, listeners } = scan
  return (
    <div ref={box} class={`scan-page scan-${state}`} hidden={hidden}>
      <stillhere-scan ref={element} explain={explain} {...listeners}>
        {intro ? (
          <div slot="intro" class="stack">
            <h2>{intro.title}</h2>
            <p>{intro.text}</p>
          </div>
        ) : null}
        {about ? (
          <p slot="about" class="scan-about">
            {about}
          </p>
        ) : null}
        {end ? (
          <div slot="outcome" class="stack">
            {end.kind === 'enrolled' ? (
              <>
                <p>{words.enrolled}</p>
                <p>
                  <Button onClick={() => scan.start('verify')}>{words.start}</Button>
                </p>
              </>
            ) : null}
            {end.kind === 'failed' ? <ScanHelp error={end.error} {...{ scan, explain, enrollKind }} /> : null}
          </div>
        ) : null}
      </stillhere-scan>
    </div>
  )
}

type HelpProps = Pick<ScanBoxProps, 'scan' | 'explain' | 'enrollKind'> & { error: ScanError }

/** Shows the next step after a failure, if there is one: sign in, or enroll again. */
function ScanHelp({ error, scan, explain, enrollKind }: HelpProps) {
  const help = explain(error)?.help
  if (help === 'sign-in-again') return <SignInFirst onStart={() => scan.start('enroll')} />
  if (help === 'sign-in')
    return (
      <p>
        <Button onClick={openSignIn}>{say('Sign in')}</Button>
      </p>
    )
  if (help !== 'enroll') return null
  return (
    <p>
      <Button kind={enrollKind} onClick={() => scan.start('enroll')}>
        {say('Enroll again')}
      </Button>
    </p>
  )
}

/**
 * Signs a person in again whose sign-in is too old to enroll, and then shows the start button. `onStart` is called in its press, because
 * phones grant access to sensors only in a tap.
 */
export function SignInFirst({ onStart }: { onStart: () => void }) {
  const [isIn, setIn] = useState(false)
  const email = session.value?.email
  if (!isIn && email !== undefined) return <LoadedWays email={email} onIn={() => setIn(true)} />
  return (
    <p>
      <Button onClick={onStart}>{WORDS.enroll.start}</Button>
    </p>
  )
}
