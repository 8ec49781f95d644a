import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Interval } from './figures.ts'

/** Reads the last results of `npm run arena -- --injections`: the evaluation doesn't search again. */
export type InjectionFigures = { spliced: Interval; kitWithoutMark: Interval }

const FIGURES = join(import.meta.dirname, '..', '..', 'docs', 'internals', 'injections.json')

export function readInjections(): InjectionFigures {
  return summarizeInjections(JSON.parse(readFileSync(FIGURES, 'utf8')) as Written)
}

type Written = { injections: readonly { name: string; passes: { low: { share: Interval } } }[] }

/** At the lowest risk level, where most passes. */
export function summarizeInjections({ injections }: Written): InjectionFigures {
  const find = (name: string) => {
    const found = injections.find((one) => one.name === name)
    if (!found) throw new Error(`the arena measured no ${name}`)
    return found
  }
  const [spliced, kitWithoutMark] = ['spliced strokes', 'kit without mark'].map((name) => find(name).passes.low.share)
  return { spliced, kitWithoutMark }
}
