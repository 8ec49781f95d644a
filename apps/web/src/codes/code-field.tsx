import { Field } from '../parts/field.tsx'
import { readCode } from './read-code.ts'
import { CODE_WORDS } from './words.ts'

type CodeFieldProps = {
  label?: string
  hint: string
  error: string | undefined
  value: string
  onValue: (value: string) => void
}

/** The line for a mailed code. Of a pasted line of the mail only the six digits stay. */
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
