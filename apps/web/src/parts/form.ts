import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../words/speak.ts'
import { listFieldErrors } from './failure.tsx'
import type { FieldFacts } from './field-table.ts'
import { useAction } from './request.ts'

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Errors<Name extends string> = Readonly<Partial<Record<Name, string>>>
type TypedTexts<Name extends string> = Readonly<Partial<Record<Name, string>>>

type FormOptions<Name extends string> = {
  /** The contract's requirements for each field. */
  fields: Readonly<Record<Name, FieldFacts>>
  /** Initial values; empty by default. */
  initial?: TypedTexts<NoInfer<Name>>
  /** Converts typed text to what is sent, instead of trimming it. Such a field accepts longer texts than the service. */
  tidy?: Readonly<Partial<Record<Name, (text: string) => string>>>
  /** Texts for an empty or malformed field, if the usual ones don't fit. */
  words?: Readonly<Partial<Record<Name, { missing?: string; malformed?: string }>>>
  /** Finds further problems before the form is sent. */
  check?: (texts: Texts<NoInfer<Name>>) => Errors<NoInfer<Name>>
  /** Reads the error text of each refused field from an error; by default from the service's problem document. */
  refusedFields?: (error: unknown) => Errors<NoInfer<Name>>
  /** Error texts from another source, by field. Pass the same object as long as they don't change. */
  refused?: Errors<NoInfer<Name>>
  /** Called on every edit with all typed texts. */
  onEdit?: (name: Name, typed: TypedTexts<Name>) => void
}

type CheckedForm<Name extends string> = { found: Errors<Name>; edited: readonly Name[] }

/** The props of a field, to spread into `Field` or `TextArea`. */
type FormField = {
  value: string
  onValue: (text: string) => void
  error: string | undefined
  required: boolean
  maxLength?: number
}

/** A form over the contract's fields. It sends only what the contract accepts, and focuses the first invalid field. */
export type Form<Name extends string> = {
  texts: Texts<Name>
  field: (name: Name) => FormField
  /** The props of the form element. */
  element: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: Event) => void }
  isBusy: boolean
  /** The failure, if it doesn't belong to a field. */
  error: unknown
}

/**
 * Manages a form: holds the typed texts, checks them against the contract's rules, and calls `submit` with them if they are valid, once at a
 * time. Refused fields get an error text and the first gets the focus.
 */
export function useForm<Name extends string>(
  options: FormOptions<Name>,
  submit: (texts: Texts<Name>) => Promise<unknown>,
): Form<Name> {
  const { fields, tidy, refused, refusedFields = listFieldErrors as (error: unknown) => Errors<Name> } = options
  const nothing = {} as Errors<Name>
  const ref = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<TypedTexts<Name>>(options.initial ?? nothing)
  const [{ found, edited }, setChecked] = useState<CheckedForm<Name>>({ found: nothing, edited: [] })
  const { run, isBusy, error } = useAction()
  const texts = removeEmptyTexts(typed, options)
  useEffect(() => setChecked({ found: refusedFields(error), edited: [] }), [error])
  // Only after a check and not after an edit, so that the focus doesn't leave a field while the person types.
  useEffect(() => {
    if (hasErrors(found) || hasErrors(refused)) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [found, refused])
  const onSubmit = (event: Event) => {
    event.preventDefault()
    const problems = findProblems(texts, options)
    setChecked({ found: problems, edited: [] })
    if (!hasErrors(problems)) run(() => submit(texts))
  }
  const edit = (name: Name, text: string) => {
    const next = { ...typed, [name]: text }
    setTyped(next)
    // The previous error no longer applies to the new text.
    setChecked((before) => ({ ...before, edited: [...before.edited, name] }))
    options.onEdit?.(name, next)
  }
  const field = (name: Name): FormField => ({
    value: typed[name] ?? '',
    onValue: (text) => edit(name, text),
    error: (edited.includes(name) ? undefined : found[name]) ?? refused?.[name],
    ...toLimits(fields[name], tidy?.[name] !== undefined),
  })
  const hasPlace = hasErrors(refusedFields(error))
  return { texts, field, element: { ref, onSubmit }, isBusy, error: hasPlace ? null : error }
}

function hasErrors(errors: object = {}): boolean {
  return Object.keys(errors).length > 0
}

function removeEmptyTexts<Name extends string>(
  typed: TypedTexts<Name>,
  { fields, tidy }: FormOptions<Name>,
): Texts<Name> {
  const names = Object.keys(fields) as Name[]
  const pairs = names.map((name) => {
    const text = typed[name] ?? ''
    return [name, tidy?.[name]?.(text) ?? text.trim()] as const
  })
  return Object.fromEntries(pairs) as Texts<Name>
}

function toLimits({ required, maxLength }: FieldFacts, isTidied: boolean): Pick<FormField, 'required' | 'maxLength'> {
  return isTidied || maxLength === undefined ? { required } : { required, maxLength }
}

/**
 * Checks the texts of a form and returns an error text for each invalid field, by field name; empty if all are valid. A problem found by `fields`
 * takes precedence over one found by `check`.
 */
export function findProblems<Name extends string>(
  texts: Texts<Name>,
  { fields, words, check }: Pick<FormOptions<Name>, 'fields' | 'words' | 'check'>,
): Errors<Name> {
  const names = Object.keys(fields) as Name[]
  const found = names.flatMap((name) => {
    const problem = findProblem(texts[name], fields[name])
    return problem === null ? [] : [[name, words?.[name]?.[problem] ?? USUAL_WORDS[problem]] as const]
  })
  return { ...check?.(texts), ...(Object.fromEntries(found) as Errors<Name>) }
}

const USUAL_WORDS = {
  missing: say('Fill this in.'),
  malformed: say('Check for an extra or missing character.'),
}

function findProblem(text: string, facts: FieldFacts): keyof typeof USUAL_WORDS | null {
  if (text === '') return facts.required ? 'missing' : null
  return isValid(text, facts) ? null : 'malformed'
}

function isValid(text: string, { minLength = 0, maxLength, pattern, minimum, maximum }: FieldFacts): boolean {
  if (text.length < minLength || text.length > (maxLength ?? Number.POSITIVE_INFINITY)) return false
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false
  if (minimum === undefined && maximum === undefined) return true
  return /^\d+$/.test(text) && Number(text) >= (minimum ?? -Infinity) && Number(text) <= (maximum ?? Infinity)
}
