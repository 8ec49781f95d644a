import { randomInt } from 'node:crypto'
import { fieldProblem } from '../../platform/problem.ts'
import { findNameProblem } from '../../platform/visible-text.ts'
import { QUALITIES, THINGS } from './words.ts'

/** Letters and digits that nobody takes for another: no 0 and o, no 1, i and l. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz'.split('')
const SIGN_COUNT = 4

/** Returns a whole number from 0 up to, but not including, the given one. */
export type Draw = (below: number) => number

/** A handle of two words and four characters, like quiet-river-7f3k; it owes nothing to the e-mail address. */
export function generateHandle(draw: Draw = randomInt): string {
  const signs = Array.from({ length: SIGN_COUNT }, () => pick(SIGNS, draw))
  return `${pick(QUALITIES, draw)}-${pick(THINGS, draw)}-${signs.join('')}`
}

/** Whether a handle has the form of a generated one: then nobody has chosen it. */
export function isGenerated(handle: string): boolean {
  const [quality = '', thing = '', signs = '', ...more] = handle.split('-')
  const isSigned = signs.length === SIGN_COUNT && signs.split('').every((sign) => SIGNS.includes(sign))
  return more.length === 0 && isSigned && QUALITIES.includes(quality) && THINGS.includes(thing)
}

// Two signs are a name in Chinese. None of those by which agents' names can be addresses.
const CHOSEN = /^(?=.{3}|[^ -~])[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} _.'’·-]{0,38}[\p{L}\p{M}\p{Nd}]$/u

/** The handle that a person chose; undefined where it is blank, so that one is generated. 400 for one that can imitate others. */
export function readChosenHandle(text = ''): string | undefined {
  const handle = text.trim().normalize('NFC')
  if (handle === '') return undefined
  const problem = CHOSEN.test(handle)
    ? findNameProblem(handle)
    : "must have 3 to 40 letters and digits, with spaces or -_.'’· only between them"
  if (problem !== undefined) throw fieldProblem('/node_handle', problem)
  return handle
}

function pick(choices: readonly string[], draw: Draw): string {
  return choices[draw(choices.length)] ?? ''
}
