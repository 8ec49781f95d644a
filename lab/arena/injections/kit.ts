import { strokesOf, syntheticPerson } from '../../../packages/engine/src/synthetic/index.ts'
import type { Make } from '../harness/generator.ts'

export const name = 'kit'
export const does = 'people of the published testing kit, as it makes them'
export const trials = 100

export const make: Make = ({ strokes }, random, { subject }) => strokesOf(syntheticPerson(subject), strokes, random)
