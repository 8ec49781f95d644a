import { isHex } from './hex.ts'
import { jsonPointer } from './plain-json.ts'

/** What is wrong, and at which JSON pointer below the value that was looked at. */
export type Problem = { at: string; is: string }

/** Says what is wrong with a value, or null. The value is plain JSON data. */
export type Shape = (value: unknown) => Problem | null

export const isNumberFrom0To1 = demand('must be a number from 0 to 1', (value) => {
  return typeof value === 'number' && value >= 0 && value <= 1
})

export const isBoolean = demand('must be true or false', (value) => typeof value === 'boolean')

export const isMilliseconds = demand('must be a whole number of milliseconds', (value) => {
  return Number.isSafeInteger(value) && (value as number) >= 0
})

export const isObject = demand('must be an object', isRecord)

/** A shape that is only one question, and what to say when the answer is no. */
export function demand(is: string, holds: (value: unknown) => boolean): Shape {
  const problem = { at: '', is }
  return (value) => (holds(value) ? null : problem)
}

export function text(maxLength: number): Shape {
  return demand(`must be text of 1 to ${maxLength} characters`, (value) => {
    return typeof value === 'string' && value.length > 0 && value.length <= maxLength
  })
}

export function hex(length: number): Shape {
  return demand(`must be ${length} lower-case hex digits`, (value) => isHex(value, length))
}

export function oneOf(...allowed: string[]): Shape {
  return demand(`must be ${allowed.join(' or ')}`, (value) => allowed.includes(value as string))
}

export function orNull(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value))
}

export function list(shape: Shape, { min, max }: { min: number; max: number }): Shape {
  const is = `must be a list of ${min} to ${max} items`
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return { at: '', is }
    for (let index = 0; index < value.length; index++) {
      const problem = shape(value[index])
      if (problem) return within(index, problem)
    }
    return null
  }
}

/** A closed object: every required member, and nothing but required and optional ones. */
export function members(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  const shapes = new Map(Object.entries({ ...required, ...optional }))
  const requiredNames = Object.keys(required)
  return (value) => {
    if (!isRecord(value)) return { at: '', is: 'must be an object' }
    for (const name of requiredNames) if (!Object.hasOwn(value, name)) return { at: `/${name}`, is: 'is missing' }
    for (const name of Object.keys(value)) {
      const shape = shapes.get(name)
      const problem = shape ? shape(value[name]) : { at: '', is: 'is not a member that receipts have' }
      if (problem) return within(name, problem)
    }
    return null
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function within(step: string | number, { at, is }: Problem): Problem {
  return { at: jsonPointer([step]) + at, is }
}
