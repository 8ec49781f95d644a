import { createApp } from '../src/app/app.ts'
import { serveUntilStopped } from '../src/app/listen.ts'
import { startService } from '../src/app/start.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import type { Service } from '../src/platform/service.ts'
import { DEFAULT_LIMITS, EXACT_LIMITS, type LimitName } from '../src/platform/settings/limits.ts'
import { readSettings, type Settings } from '../src/platform/settings/settings.ts'
import { openProofEndpoint } from './proof-endpoint.ts'
import { UNHURRIED } from './unhurried.ts'

/*
 * The service as proof/world/service.ts starts it: as it ships, or, with PROOF_TIME, without jobs and with a clock that stands still
 * until it is set; PROOF_LIMITS=none lifts all limits. Beside it listens what only proofs may ask.
 */
const { PROOF_TIME, PROOF_LIMITS } = process.env
const settings = readSettings(PROOF_LIMITS === 'none' ? { ...process.env, LIMITS: liftLimits() } : process.env)
if (PROOF_TIME === undefined) {
  const create: typeof createApp = (service, options) => {
    void announce(service, () => {})
    return createApp(service, options)
  }
  await serveUntilStopped(settings, console.log, { create })
} else await serveByClock(settings, Number(PROOF_TIME))

function liftLimits(): string {
  const names = Object.keys(DEFAULT_LIMITS) as LimitName[]
  return names.map((name) => `${name}=${EXACT_LIMITS.includes(name) ? '100/1' : '1000000000/1'}`).join()
}

async function announce(service: Service, setTime: (time: number) => void): Promise<void> {
  console.log(`proofs ask ${await openProofEndpoint(service, setTime)}`)
}

async function serveByClock(given: Settings, start: number): Promise<void> {
  let time = start
  const now = () => new Date(time)
  const { service, stop } = await startService(
    given,
    () => {},
    async ({ databaseUrls = [] }) => {
      const db = openDatabase({ databaseUrls, max: 16, now })
      return { db, stop: () => db.close() }
    },
  )
  const timed = { ...service, now }
  const app = createApp(timed, UNHURRIED)
  await announce(timed, (set) => (time = set))
  const address = await app.listen({ port: given.port, host: given.host })
  process.once(
    'SIGTERM',
    () =>
      void app
        .close()
        .then(stop)
        .then(() => process.exit()),
  )
  console.log(`Stillhere is listening on ${address}`)
}
