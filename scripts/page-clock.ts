import type { BrowserContext } from 'playwright-core'

type Server = {
  clock: { uninstall: (progress: { race: <Value>(work: Promise<Value>) => Promise<Value> }) => Promise<void> }
}
type Connection = { toImpl: (context: BrowserContext) => Server }

/**
 * Gives later documents of a context their own time back. Playwright can install a clock for good only, but takes it back where its own
 * runner reuses a context; this asks for the same, inside the library.
 */
export async function uninstallClock(context: BrowserContext): Promise<void> {
  const connection = Reflect.get(context, '_connection') as Connection
  await connection.toImpl(context).clock.uninstall({ race: (work) => work })
}
