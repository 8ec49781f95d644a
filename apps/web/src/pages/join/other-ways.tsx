import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { describeFailure, Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/request.ts'
import { formatClock, useCountdown } from '../../parts/time.tsx'
import { describeSignInFailure } from '../../passkeys/words.ts'
import { service } from '../../service.ts'
import { canSignInByPasskey, openPasskeyOffer, signInByPasskey } from '../../sign-in/passkey.ts'
import { startSession } from '../../sign-in/sign-in.ts'
import { say } from '../../words/speak.ts'
import type { Refusal } from './refusal.ts'

/** Returns the time (ms since 1970) from which the person may try again, or 0 if the refusal names no waiting time. */
export function useDeadline(refusal: Refusal | null): number {
  return useMemo(() => (refusal?.at === 'form' && refusal.waitMs ? Date.now() + refusal.waitMs : 0), [refusal])
}

/**
 * Shows a refusal of the whole form, with a countdown to the time `until` (0 for none); screen readers don't announce every second. Shows
 * nothing for refusals of single fields.
 */
export function RefusalNotice({ refusal, until }: { refusal: Refusal | null; until: number }) {
  const seconds = useCountdown(until)
  if (refusal?.at !== 'form') return null
  return (
    <Notice kind={until > 0 ? 'warn' : 'bad'} title={refusal.title} live>
      <p>{refusal.advice}</p>
      {until > 0 ? (
        <p aria-live="off">
          {seconds > 0 ? (
            <span class="figures">{say('Try again in {time}.', { time: formatClock(seconds) })}</span>
          ) : (
            say('You can try again now.')
          )}
        </p>
      ) : null}
    </Notice>
  )
}

/** Shows the ways to sign in without a mailed code if the refusal mentions them. Calls `onIn` after a sign-in. */
export function OtherWays({ refusal, onIn }: { refusal: Refusal | null; onIn: () => void }) {
  if (refusal?.at !== 'form' || !refusal.hasOtherWays) return null
  return (
    <div class="stack">
      <PasskeyWay onIn={onIn} />
      <RecoveryWay onIn={onIn} />
    </div>
  )
}

/** Signs in by passkey, by the button or by the browser's autofill in the email field, and then calls `onIn`. Shows nothing in browsers that can't. */
export function PasskeyWay({ onIn }: { onIn: () => void }) {
  const { run, isBusy, error } = useAction()
  const [refused, setRefused] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => openPasskeyOffer({ onIn, onFailed: setRefused }), [turn])
  if (!canSignInByPasskey()) return null
  const signIn = async () => {
    setRefused(null)
    try {
      await signInByPasskey()
    } catch (cause) {
      // The button canceled the browser's autofill offer, so it is made again.
      setTurn((before) => before + 1)
      throw cause
    }
  }
  return (
    <div class="stack">
      <p>
        <Button busy={isBusy} onClick={() => run(signIn, onIn)}>
          {WAYS_WORDS.passkey}
        </Button>
      </p>
      <Failure error={error ?? refused} wordsFor={describeSignInFailure} />
    </div>
  )
}

/** Shows the form that signs in by a recovery code, and then calls `onIn`. */
export function RecoveryWay({ onIn }: { onIn: () => void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { run, isBusy, error } = useAction()
  const signIn = async () => {
    const { node_token } = await service.signInWithRecoveryCode({ recovery_code: code.trim() })
    await startSession(node_token)
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    const isWhole = /^[a-z0-9]{16}$/i.test(code.replaceAll(/[\s-]/g, ''))
    setProblem(isWhole ? undefined : WAYS_WORDS.recoveryShort)
    if (isWhole) run(signIn, onIn)
  }
  return (
    <details>
      <summary>{WAYS_WORDS.recovery}</summary>
      <form class="stack" noValidate onSubmit={handleSubmit}>
        <p>{WAYS_WORDS.recoveryText}</p>
        <Field
          label={WAYS_WORDS.recoveryCode}
          hint={WAYS_WORDS.recoveryHint}
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={40}
          value={code}
          onValue={setCode}
        />
        <Failure error={error} wordsFor={(one) => describeFailure(one, { CODE_INVALID: WAYS_WORDS.recoveryWrong })} />
        <p>
          <Button type="submit" kind="quiet" busy={isBusy}>
            {WAYS_WORDS.recoveryButton}
          </Button>
        </p>
      </form>
    </details>
  )
}

/** The texts of these ways. */
const WAYS_WORDS = {
  passkey: say('Sign in with a passkey'),
  recovery: say('Lost your email, passkey or wallet?'),
  recoveryText: say('Use one of the recovery codes you saved. Each works once.'),
  recoveryCode: say('Recovery code'),
  recoveryHint: say('16 letters and digits, like k7qm-2vxd-9hpr-4twz.'),
  recoveryShort: say('A recovery code has 16 letters and digits.'),
  recoveryButton: say('Sign in with this code'),
  recoveryWrong: {
    title: say('That code didn’t work.'),
    advice: say('Check it, or use another one: each works only once.'),
  },
} as const
