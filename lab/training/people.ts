import people from '../evaluation/people.json' with { type: 'json' }

/** The part of the development people that a person belongs to: every choice is made on `fit`, `validation` is looked at once a change. */
export type Part = 'fit' | 'validation'

const VALIDATION = new Set(people.validation)
const KNOWN = new Set([...people.fit, ...people.validation])
/** Sets that hold some of the people of another set, under the same names. */
export const SAME_PEOPLE: Readonly<Record<string, string>> = { 'pocket-gait-styles': 'pocket-gait' }

/** The person of a recording, across all sets. */
export function personName(set: string, subject: string): string {
  const elsewhere = `${SAME_PEOPLE[set]}/${subject}`
  return KNOWN.has(elsewhere) ? elsewhere : `${set}/${subject}`
}

/** Returns the part of a person; throws for a person who is in neither, so that new people aren't used by accident. */
export function partOf(set: string, subject: string): Part {
  return partOfPerson(personName(set, subject))
}

/** The same by the name of \`personName\`. */
export function partOfPerson(name: string): Part {
  if (!KNOWN.has(name)) throw new Error(`${name} is in neither part of people.json`)
  return VALIDATION.has(name) ? 'validation' : 'fit'
}
