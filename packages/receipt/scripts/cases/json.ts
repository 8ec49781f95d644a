import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [member: string]: Json }

/** Long texts are lists of parts, of which some repeat, so that no case file holds megabytes. */
export type Text = string | (string | { repeat: string; times: number })[]

/** In an edit: takes the member away. */
export const ABSENT = Symbol('absent')

/** JSON pointers (RFC 6901, but without "~" escapes) and what to put there. */
export type Edits = { [pointer: string]: Json | typeof ABSENT }

/** A copy in which the members at these pointers are set, added or taken away. */
export function edit(value: JsonObject, edits: Edits): JsonObject {
  const copy = structuredClone(value)
  for (const [pointer, member] of Object.entries(edits)) put(copy, pointer.slice(1).split('/'), member)
  return copy
}

export function memberAt(value: Json, pointer: string): Json | undefined {
  return pointer
    .slice(1)
    .split('/')
    .reduce<Json | undefined>((place, step) => (place as JsonObject | undefined)?.[step], value)
}

/** RFC 8785 by a library that shares no code with this package. */
export function canonical(value: Json): string {
  return canonicalize(value) ?? ''
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function hashJson(value: Json): string {
  return sha256(canonical(value))
}

export function expand(text: Text): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join('')
}

/** The text in which one long run is written as a repetition. */
export function abbreviate(text: string, repeat: string, times: number): Text {
  const run = repeat.repeat(times)
  const start = text.indexOf(run)
  if (start < 0) throw new Error('the run does not stand in the text')
  return [text.slice(0, start), { repeat, times }, text.slice(start + run.length)]
}

function put(value: Json, path: string[], member: Json | typeof ABSENT): void {
  const [step = '', ...rest] = path
  const place = value as JsonObject
  if (rest.length > 0) put(place[step] as Json, rest, member)
  else if (member === ABSENT) delete place[step]
  else place[step] = member
}
