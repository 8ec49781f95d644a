import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { describeFailure } from '../../../parts/failure-words.ts'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { enter } from '../../../sign-in/enter.ts'
import { WAYS_WORDS as WORDS } from '../words.ts'

/** In by one of the codes that were saved for the worst case. */
export function RecoveryWay({ onIn }: { onIn: () => void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { run, isBusy, error } = useAction()
  const signIn = async () => {
    const { node_token } = await service.signInWithRecoveryCode({ recovery_code: code.trim() })
    await enter(node_token)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const isWhole = /^[a-z0-9]{16}$/i.test(code.replaceAll(/[\s-]/g, ''))
    setProblem(isWhole ? undefined : WORDS.recoveryShort)
    if (isWhole) run(signIn, onIn)
  }
  return (
    <details>
      <summary>{WORDS.recovery}</summary>
      <form class="stack" noValidate onSubmit={submit}>
        <p>{WORDS.recoveryText}</p>
        <Field
          label={WORDS.recoveryCode}
          hint={WORDS.recoveryHint}
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={40}
          value={code}
          onValue={setCode}
        />
        <Failure error={error} wordsFor={(one) => describeFailure(one, { CODE_INVALID: WORDS.recoveryWrong })} />
        <p>
          <Button type="submit" kind="quiet" busy={isBusy}>
            {WORDS.recoveryButton}
          </Button>
        </p>
      </form>
    </details>
  )
}
