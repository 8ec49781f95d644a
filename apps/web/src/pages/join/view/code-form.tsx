import { useEffect, useMemo } from 'preact/hooks'
import { CodeField } from '../../../codes/code-field.tsx'
import { readCode } from '../../../codes/read-code.ts'
import { CODE_WORDS } from '../../../codes/words.ts'
import { Button } from '../../../parts/button.tsx'
import { useCountdown } from '../../../parts/countdown.ts'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { useForm } from '../../../parts/form.ts'
import { say } from '../../../words/speak.ts'
import { type Refusal, refusalAfterEdit } from '../flow/refusal.ts'
import { RefusalNotice, useDeadline } from './refusal-notice.tsx'

type CodeFormProps = {
  /** No try is left, so only another code helps. */
  isClosed: boolean
  refusal: Refusal | null
  onRefusal: (refusal: Refusal | null) => void
  onCode: (code: string) => Promise<void>
}

/** The field for the code, which has the focus from the beginning and gets it back after every refusal. */
export function CodeForm({ isClosed, refusal, onRefusal, onCode }: CodeFormProps) {
  const until = useDeadline(refusal)
  const isResting = useCountdown(until) > 0
  const refused = useMemo(() => (refusal?.at === 'code' ? { otp: refusal.words } : {}), [refusal])
  const { field, element, isBusy } = useForm(
    {
      fields: { otp: FIELD_TABLE.verifyOtp.otp },
      tidy: { otp: (text) => readCode(text) ?? text },
      words: { otp: { missing: CODE_WORDS.sixDigits, malformed: CODE_WORDS.sixDigits } },
      refused,
      onEdit: () => isClosed || onRefusal(refusalAfterEdit(refusal, 'code')),
    },
    ({ otp }) => onCode(otp),
  )
  useEffect(() => element.ref.current?.querySelector('input')?.focus(), [refusal])
  return (
    <form class="stack" noValidate {...element}>
      <div class="join-code">
        <CodeField hint={say('Six digits. You can paste the whole line from the email.')} {...field('otp')} />
      </div>
      <RefusalNotice refusal={refusal} until={until} />
      <p>
        <Button type="submit" busy={isBusy} disabled={isResting || isClosed}>
          {say('Confirm')}
        </Button>
      </p>
    </form>
  )
}
