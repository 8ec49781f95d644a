import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Field } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { WORDS } from '../words.ts'

type NumberProps = { isBusy: boolean; onNumber: (number: string) => void }

/** On a phone that came by a QR code: was it the person's own screen? */
export function NumberStep({ isBusy, onNumber }: NumberProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const submit = (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    if (/^\d\d$/.test(text.trim())) onNumber(text.trim())
    else setProblem(WORDS.twoDigits)
  }
  return (
    <Card>
      <Notice kind="warn" title={WORDS.fromScreen}>
        {WORDS.fromScreenAdvice}
      </Notice>
      <form class="stack" noValidate onSubmit={submit}>
        <div class="check-number-field">
          <Field
            label={WORDS.askNumber}
            hint={WORDS.askNumberHint}
            error={problem}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            value={text}
            onValue={(value) => {
              setText(value)
              setProblem(undefined)
            }}
          />
        </div>
        <p>
          <Button type="submit" busy={isBusy}>
            {WORDS.goOn}
          </Button>
        </p>
      </form>
    </Card>
  )
}
