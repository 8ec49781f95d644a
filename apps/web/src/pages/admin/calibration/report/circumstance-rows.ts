import { say } from '../../../../words/speak.ts'
import type { Report } from './rates.ts'

type Figures = NonNullable<Report['same_day']>

/** How somebody came back, and what came of it. */
export type Row = { name: string; figures: Figures }

/** The circumstances that a report tells of. */
export function listCircumstances({ same_day, cross_day, other_device }: Report): Row[] {
  const all = [
    { name: say('the same day'), figures: same_day },
    { name: say('another day'), figures: cross_day },
    { name: say('with another phone'), figures: other_device },
  ]
  return all.flatMap(({ name, figures }) => (figures ? [{ name, figures }] : []))
}
