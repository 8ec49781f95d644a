/** What is opened, until the signal aborts: then it is released, even if it comes later, and who still waits hears the reason. */
export async function openUntilAborted<T>(
  open: () => Promise<T>,
  release: (opened: T) => void,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  const opening = open()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  signal.addEventListener('abort', () => void opening.then(release, () => {}), { once: true })
  return Promise.race([opening, aborted])
}
