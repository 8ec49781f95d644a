import { type Client, type OutputOf, ProblemError } from '@stillhere/client/http'
import type { Seen } from './seen.ts'

/** What a verified scan did for a node. What could not be recorded is null, and `error` says why. */
export type Growth = {
  motion: OutputOf<'recordMotion'> | null
  entropy: OutputOf<'recordEntropy'> | null
  /** The day's three scans were made before; how long until the next day. */
  limit: { waitMs: number | undefined } | null
  error: unknown
}

export const NOTHING_RECORDED: Growth = { motion: null, entropy: null, limit: null, error: null }

type Recorder = Pick<Client, 'recordMotion' | 'recordEntropy'>

/** Records a verified scan; what is recorded already is not recorded twice. */
export async function recordGrowth(
  client: Recorder,
  scan: { email: string; seen: Seen },
  known: Growth,
): Promise<Growth> {
  let growth: Growth = { ...known, error: null }
  try {
    if (growth.motion === null && growth.limit === null)
      growth = { ...growth, ...(await recordScan(client, scan.email)) }
    if (growth.entropy === null) growth = { ...growth, entropy: await client.recordEntropy(measured(scan)) }
    return growth
  } catch (error) {
    return { ...growth, error }
  }
}

async function recordScan({ recordMotion }: Recorder, email: string): Promise<Pick<Growth, 'motion' | 'limit'>> {
  try {
    return { motion: await recordMotion({ email }), limit: null }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'DAILY_LIMIT_REACHED') throw error
    return { motion: null, limit: { waitMs: error.retryAfterMs } }
  }
}

type Measured = Parameters<Client['recordEntropy']>[0]

function measured({ email, seen }: { email: string; seen: Seen }): Measured {
  const { microTiming, noiseResidual, freqEntropy, bioPerturb } = Object.fromEntries(
    seen.parts.map(({ name, value }) => [name, value]),
  )
  return {
    email,
    pesScore: seen.presence ?? 0,
    ...(microTiming !== undefined && { pesTiming: microTiming }),
    ...(noiseResidual !== undefined && { pesNoise: noiseResidual }),
    ...(freqEntropy !== undefined && { pesFrequency: freqEntropy }),
    ...(bioPerturb !== undefined && { pesBiological: bioPerturb }),
  }
}
