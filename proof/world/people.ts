import type { RunningService } from './service.ts'

/** A person who has a code to sign in with, and an invite. */
export type Person = { email: string; code: string }

/** The nth of them: all that is known of a person follows from the number. */
export function personAt(n: number): Person {
  return { email: `person-${n}@example.org`, code: '123456' }
}

/** Adds people, from the first one on; their codes last for a day. */
export async function addPeople(
  { ask }: Pick<RunningService, 'ask'>,
  count: number,
  { first = 0 }: { first?: number } = {},
): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, index) => personAt(first + index))
  await ask('addPeople', { people })
  return people
}
