/** Refuses a statement that does not hold. */
export function holds(statement: boolean, message: string): void {
  if (!statement) throw new Error(message)
}

/** Refuses values whose JSON differs; `undefined` is told from what is missing nowhere. */
export function equal(actual: unknown, expected: unknown): void {
  const [got, wanted] = [actual, expected].map((value) => JSON.stringify(value) ?? 'undefined')
  holds(got === wanted, `got ${got}, expected ${wanted}`)
}

/** Refuses work that does not fail with these words. */
export async function fails(work: () => unknown, words: string): Promise<void> {
  let message: string | undefined
  try {
    await work()
  } catch (error) {
    message = String(error)
  }
  holds(message?.includes(words) ?? false, `got ${message ?? 'success'}, expected a failure with "${words}"`)
}
