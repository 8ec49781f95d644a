import './field.css'
import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

type FieldFrame = { label: string; hint?: ComponentChildren; error?: string | undefined }
type Value = { value: string; onValue: (value: string) => void }
type InputType =
  | 'text'
  | 'email'
  | 'password'
  | 'search'
  | 'url'
  | 'tel'
  | 'number'
  | 'date'
  | 'time'
  | 'datetime-local'
type Native = InputHTMLAttributes
type InputProps = Omit<Native, 'value' | 'onInput' | 'label' | 'type' | 'role' | 'list'> & { type?: InputType }
type AreaProps = Omit<TextareaHTMLAttributes, 'value' | 'onInput' | 'label'>

/** Shows a single-line input with its label. Screen readers announce hint and error with it. Calls `onValue` with the text on every input. */
export function Field({ label, hint, error, value, onValue, ...rest }: FieldFrame & Value & InputProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input
        // Preact's types tie the roles and lists of an input to its type; a field has neither.
        {...(rest as Native)}
        id={id}
        class="field-input"
        value={value}
        {...describeControl(id, hint, error)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Frame>
  )
}

/** Shows a multi-line input with its label, hint and error. Calls `onValue` with the text on every input. */
export function TextArea({ label, hint, error, value, onValue, ...rest }: FieldFrame & Value & AreaProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={5}
        {...rest}
        id={id}
        class="field-input"
        value={value}
        {...describeControl(id, hint, error)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Frame>
  )
}

type SelectProps = FieldFrame & Value & { options: readonly { value: string; label: string }[] }

/** Shows a drop-down list with its label, hint and error. Calls `onValue` with the value of the selected option. */
export function Select({ label, hint, error, value, onValue, options }: SelectProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        class="field-input"
        value={value}
        {...describeControl(id, hint, error)}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

type CheckProps = {
  label: ComponentChildren
  checked: boolean
  onChecked: (checked: boolean) => void
  required?: boolean
}

/** Shows a checkbox with its label. Calls `onChecked` with the new state. */
export function Check({ label, checked, onChecked, required }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        required={required}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

function Frame({ id, label, hint, error, children }: FieldFrame & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      ) : null}
      <p id={`${id}-error`} class="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}

function describeControl(id: string, hint: unknown, error: string | undefined) {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter((one) => one !== '')
  return {
    ...(error ? { 'aria-invalid': true } : {}),
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
  }
}
