import type { Insufficient } from './types.ts'

/** Reasons that tell people what to do; a number stands for `{number}`. */
const TOO_SLOW = 'This browser delivers motion too slowly ({number} Hz). Try another browser or phone.'
export const TOO_STILL = 'The phone hardly moved. Move more.'

export function insufficient(reason: string): Insufficient {
  return { status: 'insufficient', reason }
}

/** Motion that comes too slowly to be judged. */
export function tooSlow(hz: number): Insufficient {
  return insufficient(TOO_SLOW.replace('{number}', `${Math.floor(hz)}`))
}

/** Whether a reason is a sentence for people; the others name what is missing, as part of a sentence. */
export function isForPeople(reason: unknown): boolean {
  return typeof reason === 'string' && reason.endsWith('.')
}
