import type { Sighting } from '@stillhere/client/element'
import { type Client, type OutputOf, ProblemError } from '@stillhere/client/http'

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

/** A verified scan; the id is its receipt's. */
export type VerifiedScan = { email: string; id: string; sighting: Pick<Sighting, 'presence' | 'parts'> }

/** Records a verified scan; what is recorded already is not recorded twice, also where the answer was lost. */
export async function recordGrowth(client: Recorder, scan: VerifiedScan, known: Growth): Promise<Growth> {
  let growth: Growth = { ...known, error: null }
  try {
    if (growth.motion === null && growth.limit === null) growth = { ...growth, ...(await recordScan(client, scan)) }
    if (growth.entropy === null)
      growth = { ...growth, entropy: await client.recordEntropy(toMeasurement(scan), { idempotencyKey: scan.id }) }
    return growth
  } catch (error) {
    return { ...growth, error }
  }
}

async function recordScan(client: Recorder, { email, id }: VerifiedScan): Promise<Pick<Growth, 'motion' | 'limit'>> {
  try {
    return { motion: await client.recordMotion({ email }, { idempotencyKey: id }), limit: null }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'DAILY_LIMIT_REACHED') throw error
    return { motion: null, limit: { waitMs: error.retryAfterMs } }
  }
}

type Measurement = Parameters<Client['recordEntropy']>[0]

function toMeasurement({ email, sighting }: VerifiedScan): Measurement {
  const { microTiming, noiseResidual, freqEntropy, bioPerturb } = sighting.parts
  return {
    email,
    pesScore: sighting.presence ?? 0,
    ...(microTiming !== undefined && { pesTiming: microTiming }),
    ...(noiseResidual !== undefined && { pesNoise: noiseResidual }),
    ...(freqEntropy !== undefined && { pesFrequency: freqEntropy }),
    ...(bioPerturb !== undefined && { pesBiological: bioPerturb }),
  }
}
