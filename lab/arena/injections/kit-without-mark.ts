import { strokesOf, syntheticPerson } from '../../../packages/engine/src/synthetic/unmarked.ts'
import type { Make } from '../harness/generator.ts'

export const name = 'kit without mark'
export const does = 'people of the published testing kit, whose mark was taken away'

export const make: Make = ({ strokes }, random, { subject }) => strokesOf(syntheticPerson(subject), strokes, random)
