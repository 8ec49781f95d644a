import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Field } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { WORDS } from '../words.ts'

type NumberProps = {
  words: { title: string; advice: string; label: string; hint: string }
  isWrong: boolean
  isBusy: boolean
  onNumber: (number: string) => void
}

/** Before a number that another page shows: was it the person who opened that page? */
export function NumberStep({ words, isWrong, isBusy, onNumber }: NumberProps) {
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
      <Notice kind="warn" title={words.title}>
        {words.advice}
      </Notice>
      <form class="stack" noValidate onSubmit={submit}>
        <div class="check-number-field">
          <Field
            label={words.label}
            hint={words.hint}
            error={problem ?? (isWrong ? WORDS.wrongNumber : undefined)}
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
