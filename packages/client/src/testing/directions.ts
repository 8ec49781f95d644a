import type { Direction } from '@stillhere/engine'
import type { Intention } from './live-person.ts'

/** Left for right. */
export function mirror(cue: Intention): Intention {
  const direction = cue.direction.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')) as Direction
  return { ...cue, direction }
}

/** One meter in this direction: how far to the right, and how far up. */
export function toUnit(direction: Direction): { right: number; up: number } {
  const right = direction.endsWith('right') ? 1 : direction.endsWith('left') ? -1 : 0
  const up = direction.startsWith('up') ? 1 : direction.startsWith('down') ? -1 : 0
  const length = Math.hypot(right, up)
  return { right: right / length, up: up / length }
}
