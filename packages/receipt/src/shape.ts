import { isHex } from './hex.ts'

/** Says what is wrong with the value at this place, or null. The value is plain JSON data. */
export type Shape = (value: unknown, at: string) => string | null

export const isNumberFrom0To1: Shape = (value, at) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : `${at} must be a number from 0 to 1`

export const isBoolean: Shape = (value, at) => (typeof value === 'boolean' ? null : `${at} must be true or false`)

export const isMilliseconds: Shape = (value, at) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? null : `${at} must be a whole number of milliseconds`

export const isObject: Shape = (value, at) => (isRecord(value) ? null : `${at} must be an object`)

export function text(maxLength: number): Shape {
  return (value, at) =>
    typeof value === 'string' && value.length > 0 && value.length <= maxLength
      ? null
      : `${at} must be text of 1 to ${maxLength} characters`
}

export function hex(length: number): Shape {
  return (value, at) => (isHex(value, length) ? null : `${at} must be ${length} lower-case hex digits`)
}

export function pattern(expression: RegExp, expected: string): Shape {
  return (value, at) => (typeof value === 'string' && expression.test(value) ? null : `${at} must be ${expected}`)
}

export function oneOf(...allowed: string[]): Shape {
  return (value, at) => (allowed.includes(value as string) ? null : `${at} must be ${allowed.join(' or ')}`)
}

export function time(parse: (text: string) => number | null, expected: string): Shape {
  return (value, at) => (typeof value === 'string' && parse(value) !== null ? null : `${at} must be ${expected}`)
}

export function orNull(shape: Shape): Shape {
  return (value, at) => (value === null ? null : shape(value, at))
}

export function list(shape: Shape, { min, max }: { min: number; max: number }): Shape {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return `${at} must be a list of ${min} to ${max} items`
    }
    return firstProblem(value, (item, index) => shape(item, `${at}/${index}`))
  }
}

/** A closed object: every required member, nothing but required and optional ones. */
export function members(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  const shapes = new Map([...Object.entries(required), ...Object.entries(optional)])
  const requiredNames = Object.keys(required)
  return (value, at) => {
    if (!isRecord(value)) return `${at === '' ? 'the receipt' : at} must be an object`
    const missing = requiredNames.find((name) => !Object.hasOwn(value, name))
    if (missing !== undefined) return `${at}/${missing} is missing`
    return firstProblem(Object.keys(value), (name) => {
      const shape = shapes.get(name)
      return shape ? shape(value[name], `${at}/${name}`) : `${at}/${name} is not a member that receipts have`
    })
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstProblem<Item>(
  items: readonly Item[],
  problemOf: (item: Item, index: number) => string | null,
): string | null {
  for (let index = 0; index < items.length; index++) {
    const problem = problemOf(items[index] as Item, index)
    if (problem !== null) return problem
  }
  return null
}
