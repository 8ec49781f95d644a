import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAME_PEOPLE } from '../training/people.ts'
import { MOTION_FOLDER, recordings } from '../training/recordings.ts'

// Run once, when recordings of new people come: node --conditions=stillhere-source lab/evaluation/split-people.ts.
// Of every set each third person, in the order of a hash of the name, belongs to the validation part.
const FILE = join(import.meta.dirname, 'people.json')
const SALT = 'stillhere people 1'

/** Names of one set, a third of them for validation; those who are in an earlier set stay in their part. */
export function splitPeople(names: readonly string[]): { fit: string[]; validation: string[] } {
  const hash = (name: string) => createHash('sha256').update(`${SALT} ${name}`).digest('hex')
  const shuffled = names.toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1))
  return {
    fit: shuffled.filter((_, i) => i % 3 !== 2).toSorted(),
    validation: shuffled.filter((_, i) => i % 3 === 2).toSorted(),
  }
}

function listPeople(motionFolder: string): Map<string, string[]> {
  const sets = readdirSync(motionFolder).filter((set) => existsSync(join(motionFolder, set, 'dev.jsonl.gz')))
  const people = new Map<string, string[]>()
  for (const set of sets.toSorted()) {
    const subjects = [...new Set(recordings(motionFolder, set).map(({ subject }) => subject))]
    const elsewhere = people.get(SAME_PEOPLE[set] ?? '') ?? []
    const own = subjects.filter((subject) => !elsewhere.includes(`${SAME_PEOPLE[set]}/${subject}`))
    people.set(
      set,
      own.map((subject) => `${set}/${subject}`),
    )
  }
  return people
}

if (import.meta.main) {
  const parts = [...listPeople(process.argv[2] ?? MOTION_FOLDER).values()].map(splitPeople)
  const people = { fit: parts.flatMap(({ fit }) => fit), validation: parts.flatMap(({ validation }) => validation) }
  writeFileSync(FILE, `${JSON.stringify(people, null, 1)}\n`)
  console.log(`${people.fit.length} people to fit, ${people.validation.length} to validate`)
}
