import type { Row } from '../world/parts.ts'
import { startBehindProxy } from './behind-proxy.ts'
import { FAULT_MS, watchFault } from './watch-fault.ts'

/** Cuts, stalls and half-opens the connections between service and database, and watches what callers get. */
export async function breakConnections(): Promise<Row[]> {
  const { proxy, start, stop } = await startBehindProxy()
  const server = await start()
  const rows: Row[] = []
  for (const mode of ['cut', 'stall', 'half-open'] as const) {
    const seen = await watchFault(server.address, {
      what: `connections to the database: ${mode} for ${FAULT_MS / 1000} s`,
      name: mode,
      begin: () => proxy.set(mode),
      end: () => proxy.set('pass'),
    })
    console.log(`${mode}: ${seen.rows.every(({ holds }) => holds) ? 'holds' : 'does not hold'}`)
    rows.push(...seen.rows)
  }
  await server.stop()
  await stop()
  return rows
}
