import { type RevocationCheck, readStatusList } from '../status-list.ts'
import { readInput, sourceName } from './input.ts'
import type { Io } from './io.ts'
import { unreadable } from './problem.ts'

/** Reads `--status`. A list that is stale or not genuine answers nothing, so no receipt is judged with it. */
export async function readStatus(
  path: string,
  { now, trustedIssuers }: { now: number; trustedIssuers: string[] | undefined },
  io: Io,
): Promise<RevocationCheck> {
  const { value } = await readInput(path, io)
  const reading = readStatusList(value, { now, ...(trustedIssuers === undefined ? {} : { trustedIssuers }) })
  if (reading.status === 'CURRENT') return reading.revoked
  throw unreadable(sourceName(path), `the status list cannot be used: ${reading.reason}, ${reading.detail}`)
}
