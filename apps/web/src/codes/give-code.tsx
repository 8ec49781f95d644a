import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field } from '../parts/field.tsx'
import { useAction } from '../parts/request.ts'
import { service } from '../service.ts'
import { say } from '../words/speak.ts'

type GiveCodeProps = { label?: string; hint: string; button: string; onCode: (otp: string) => Promise<void> }

/** Shows a form for the six digits of a mailed code. Calls `onCode` with the digits on submit; any other input shows an error instead. */
export function GiveCode({ label = CODE_WORDS.code, hint, button, onCode }: GiveCodeProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { run, isBusy, error } = useAction()
  const submit = (event: Event) => {
    event.preventDefault()
    const otp = readCode(text)
    if (otp === null) setProblem(CODE_WORDS.sixDigits)
    else run(() => onCode(otp))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <CodeField
        label={label}
        hint={hint}
        error={problem}
        value={text}
        onValue={(value) => {
          setText(value)
          setProblem(undefined)
        }}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {button}
        </Button>
      </p>
    </form>
  )
}

type CodeFieldProps = {
  label?: string
  hint: string
  error: string | undefined
  value: string
  onValue: (value: string) => void
}

/**
 * Shows the input for a mailed code. Calls `onValue` with the text on every input; if the text contains a code, such as a pasted line of the
 * mail, only with its six digits.
 */
export function CodeField({ label = CODE_WORDS.code, onValue, ...rest }: CodeFieldProps) {
  return (
    <Field
      label={label}
      autoComplete="one-time-code"
      inputMode="numeric"
      {...rest}
      onValue={(text) => onValue(readCode(text) ?? text)}
    />
  )
}

// Six digits, perhaps in two groups, and no digit next to them: a date or a price of the same mail is none.
const CODE = /(?<!\d)(\d{3})[\s\-–]?(\d{3})(?!\d)/u

/**
 * Finds a six-digit code in typed or pasted text, such as "123 456" or a whole line of the mail, and returns its digits. Returns null if there is
 * none.
 */
export function readCode(text: string): string | null {
  const [, first, second] = CODE.exec(text) ?? []
  return first === undefined || second === undefined ? null : first + second
}

/** Asks the service to mail a code to this e-mail address. Returns a sentence that tells the person where to find the code. */
export async function sendCode(email: string): Promise<string> {
  const { delivery = 'smtp', mail_folder: mailFolder = '' } = await service.sendOtp({ email })
  return describeCodePlace({ email, delivery, mailFolder })
}

/** Texts for mailed codes. */
export const CODE_WORDS = {
  code: say('Code'),
  sixDigits: say('The code has six digits.'),
} as const

type CodePlace = { email: string; delivery: 'smtp' | 'file'; mailFolder: string }

/**
 * Returns the sentence that tells a person where a mailed code is: in the mailbox or, on a server without SMTP, in a file in `mailFolder` or with
 * the operator.
 */
export function describeCodePlace({ email, delivery, mailFolder }: CodePlace): string {
  if (delivery === 'smtp') return say('We emailed a 6-digit code to {email}.', { email })
  if (mailFolder === '')
    return say('This server has no mail set up. The operator has the code for {email}: ask them.', { email })
  return say('This server has no mail set up. The code for {email} is in the newest file in {folder}.', {
    email,
    folder: mailFolder,
  })
}
