/** Somebody who waits for the code that they have, each with an invite of their own. */
export type Person = { email: string; code: string }

/** The nth of them: whoever knows the number need not be told the rest. */
export function personAt(n: number): Person {
  return { email: `person-${n}@example.org`, code: '123456' }
}
