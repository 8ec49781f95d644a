import { type JsonSchema, makeSample } from '../../packages/contract/src/sample.ts'
import { drawHostile, HOSTILE_TEXTS, pick, type Random } from './hostile.ts'

/** Texts that the service has answered, by the name of their member: ids and secrets that lead further than guesses. */
export type Known = Map<string, string[]>

const MOST_KNOWN = 50

/** Remembers the texts of an answer, those of its lists and objects too. */
export function learn(known: Known, value: unknown, name = ''): void {
  if (typeof value === 'string' && value.length <= 3000) remember(known, name, value)
  else if (Array.isArray(value)) for (const one of value.slice(0, 3)) learn(known, one, name)
  else if (typeof value === 'object' && value !== null)
    for (const [member, one] of Object.entries(value)) learn(known, one, member)
}

function remember(known: Known, name: string, text: string): void {
  const texts = known.get(name) ?? []
  if (texts.includes(text)) return
  known.set(name, [...texts, text].slice(-MOST_KNOWN))
}

export type Drawing = { random: Random; known: Known }

/** A value that the schema allows, or nearly: bounds are met at their edge, now and then from the wrong side. */
export function drawValue(schema: JsonSchema, drawing: Drawing, name = ''): unknown {
  const { random } = drawing
  if (schema.enum) return pick(random, schema.enum)
  if (schema.anyOf) return drawValue(pick(random, schema.anyOf), drawing, name)
  if (schema.type === 'object') return drawObject(schema, drawing)
  if (schema.type === 'array') return schema.items ? drawList(schema.items, drawing, name) : []
  if (schema.type === 'string') return drawText(schema, drawing, name)
  if (schema.type === 'integer' || schema.type === 'number') return drawNumber(schema, random)
  if (schema.type === 'boolean') return random() < 0.5
  return schema.type === undefined && random() < 0.5 ? drawHostile(random) : makeSample(schema, name)
}

function drawObject({ properties = {}, required = [] }: JsonSchema, drawing: Drawing): object {
  const members = Object.entries(properties).filter(([name]) => required.includes(name) || drawing.random() < 0.5)
  return Object.fromEntries(members.map(([name, part]) => [name, drawValue(part, drawing, name)]))
}

function drawList(items: JsonSchema, drawing: Drawing, name: string): unknown[] {
  const length = pick(drawing.random, [0, 1, 1, 2, 3, 12])
  return Array.from({ length }, () => drawValue(items, drawing, name))
}

function drawText(schema: JsonSchema, { random, known }: Drawing, name: string): string {
  const texts = known.get(name)
  const luck = random()
  if (texts && luck < 0.6) return pick(random, texts)
  if (luck < 0.85) return String(makeSample(schema, name))
  if (luck < 0.9) return 'x'.repeat(Math.min(schema.maxLength ?? 100, 10_000))
  return luck < 0.95 ? 'x'.repeat(Math.min((schema.maxLength ?? 100) + 1, 10_000)) : pick(random, HOSTILE_TEXTS)
}

function drawNumber({ minimum = -10, maximum = 1e6 }: JsonSchema, random: Random): number {
  return pick(random, [
    minimum,
    maximum,
    minimum,
    maximum,
    minimum - 1,
    maximum + 1,
    minimum + 0.5,
    Math.floor(minimum + random() * 10),
  ])
}

/** The value with one place of it replaced, left out, doubled or added to. */
export function breakValue(value: unknown, random: Random): unknown {
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  if (members.length === 0 || random() < 0.1) return drawHostile(random)
  const at = Math.floor(random() * members.length)
  const [name, one] = members[at] as [string, unknown]
  const luck = random()
  if (luck < 0.15) return Object.fromEntries(members.filter((_, other) => other !== at))
  if (luck < 0.25) return { ...Object.fromEntries(members), [pick(random, ADDED_NAMES)]: drawHostile(random) }
  const isDeep = typeof one === 'object' && one !== null && luck < 0.7
  const broken = isDeep && !Array.isArray(one) ? breakValue(one, random) : drawHostile(random)
  return { ...Object.fromEntries(members), [name]: Array.isArray(one) && isDeep ? [...one, broken] : broken }
}

const ADDED_NAMES = ['constructor', 'toString', 'x', '', '\u0000', '\ud800', 'id', '$ref', 'a'.repeat(1000)]
