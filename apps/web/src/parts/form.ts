import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../words/speak.ts'
import { useAction } from './action.ts'
import { fieldErrors } from './failure-words.ts'
import type { FieldFacts } from './field-table.ts'

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Errors<Name extends string> = Readonly<Partial<Record<Name, string>>>
type TypedTexts<Name extends string> = Readonly<Partial<Record<Name, string>>>

type FormOptions<Name extends string> = {
  /** What the contract demands of each field. */
  fields: Readonly<Record<Name, FieldFacts>>
  /** What stands in the fields at first; empty where nothing is given. */
  initial?: TypedTexts<NoInfer<Name>>
  /** Makes what is sent out of what was typed, beyond cutting blanks at the ends. Such a field takes longer texts than the service. */
  tidy?: Readonly<Partial<Record<Name, (text: string) => string>>>
  /** What to say of a field that is empty or not as it should be, where the usual words do not fit. */
  words?: Readonly<Partial<Record<Name, { missing?: string; malformed?: string }>>>
  /** What else is wrong with the texts, before they are sent. */
  check?: (texts: Texts<NoInfer<Name>>) => Errors<NoInfer<Name>>
  /** What a refusal says of single fields; those that the service names, if nothing else is given. */
  refusedFields?: (error: unknown) => Errors<NoInfer<Name>>
  /** What is known to be wrong from elsewhere; the same object while it is the same. */
  refused?: Errors<NoInfer<Name>>
  /** Told of every edit, with all that is typed by then. */
  onEdit?: (name: Name, typed: TypedTexts<Name>) => void
}

type Checked<Name extends string> = { found: Errors<Name>; edited: readonly Name[] }

/** What a field is given: spread it into `Field` or `TextArea`. */
type FormField = {
  value: string
  onValue: (text: string) => void
  error: string | undefined
  required: boolean
  maxLength?: number
}

/** A form over the contract's fields. Nothing that the contract refuses is sent, and the first bad field gets the focus. */
export type Form<Name extends string> = {
  texts: Texts<Name>
  field: (name: Name) => FormField
  /** To be spread into the form element. */
  element: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: Event) => void }
  isBusy: boolean
  /** What failed and belongs to no field. */
  error: unknown
}

/** Holds what is typed into a form, checks it, and sends it once at a time. */
export function useForm<Name extends string>(
  options: FormOptions<Name>,
  submit: (texts: Texts<Name>) => Promise<unknown>,
): Form<Name> {
  const { fields, tidy, refused, refusedFields = fieldErrors as (error: unknown) => Errors<Name> } = options
  const nothing = {} as Errors<Name>
  const ref = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<TypedTexts<Name>>(options.initial ?? nothing)
  const [{ found, edited }, setChecked] = useState<Checked<Name>>({ found: nothing, edited: [] })
  const { run, isBusy, error } = useAction()
  const texts = tidyTexts(typed, options)
  useEffect(() => setChecked({ found: refusedFields(error), edited: [] }), [error])
  // After a check that found something and not after an edit: the focus must not leave a field that somebody is typing into.
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
    // What was said of the text before is no longer true.
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

function tidyTexts<Name extends string>(typed: TypedTexts<Name>, { fields, tidy }: FormOptions<Name>): Texts<Name> {
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

/** What is wrong with the texts of a form, by field; nothing where all is well. */
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
  return fits(text, facts) ? null : 'malformed'
}

function fits(text: string, { minLength = 0, maxLength, pattern, minimum, maximum }: FieldFacts): boolean {
  if (text.length < minLength || text.length > (maxLength ?? Number.POSITIVE_INFINITY)) return false
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false
  if (minimum === undefined && maximum === undefined) return true
  return /^\d+$/.test(text) && Number(text) >= (minimum ?? -Infinity) && Number(text) <= (maximum ?? Infinity)
}
