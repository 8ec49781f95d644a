import type { OutputOf } from '@stillhere/client/http'
import { Card, Facts } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { sayRich } from '../../words/rich.tsx'
import { say, sayCount } from '../../words/speak.ts'

const REFRESH_MS = 30_000

/** Shows the health of the service and its parts. Refreshes every 30 seconds. */
export function StatusView() {
  const { value, error, reload } = useRequest((signal) => service.getHealth({}, { signal }), { refreshMs: REFRESH_MS })
  return (
    <section class="stack" id="status" aria-labelledby="status-title">
      <h2 id="status-title">{say('Status')}</h2>
      <div class="developers-status">
        <Failure error={error} onRetry={reload} />
        {value ? <Said health={value} /> : null}
        {value || error ? null : <Skeleton lines={8} />}
      </div>
    </section>
  )
}

function Said({ health }: { health: Health }) {
  const { kind, title, advice } = describeHealth(health)
  return (
    <div class="stack">
      <Notice kind={kind} title={title}>
        {advice}
      </Notice>
      <Card>
        <Facts
          facts={[
            [say('Data store'), describePart(health.services.datastore, 'answered')],
            [say('Motion engine'), describePart(health.services.wasm, 'loaded')],
            [say('Calibration'), describeCalibration(health.calibration)],
            [say('API version'), <Version />],
            [say('Checked'), <ExactTime at={health.timestamp} />],
          ]}
        />
      </Card>
      <p class="small">
        {sayRich('Also as a plain page at <page>/status</page> and as JSON at <data>/api/health</data>.', {
          page: (text) => <a href="/status">{text}</a>,
          data: (text) => <a href="/api/health">{text}</a>,
        })}
      </p>
    </div>
  )
}

function Version() {
  const { state, value } = useRequest(readVersion)
  if (state === 'loading') return <span aria-label={say('not known yet')}>–</span>
  return <span class="figures">{value ?? say('unknown')}</span>
}

// Only the description of the API names it.
async function readVersion(signal: AbortSignal): Promise<string | null> {
  const answer = await fetch('/openapi.json', { signal })
  return answer.ok ? parseVersion(await answer.json()) : null
}

type Health = OutputOf<'getHealth'>
type Part = Health['services']['datastore']

/** Describes the service's overall health: a title, advice, and the kind of notice to show them in. */
export function describeHealth({ status }: Pick<Health, 'status'>): {
  kind: 'good' | 'warn'
  title: string
  advice: string
} {
  return status === 'healthy'
    ? { kind: 'good', title: say('The service is healthy.'), advice: say('All systems are working.') }
    : {
        kind: 'warn',
        title: say('The service is degraded.'),
        advice: say('Something isn’t working. Details are below.'),
      }
}

/** Describes whether a part of the service works and how fast. `timed` is what its latency measures: a response (`answered`) or loading the part (`loaded`). */
export function describePart({ ok, latency_ms, error }: Part, timed: 'answered' | 'loaded'): string {
  if (!ok) return error === '' ? say('not working') : say('not working: {error}', { error })
  const time = latency_ms < 1 ? say('under 1 ms') : say('{ms} ms', { ms: Math.round(latency_ms) })
  return timed === 'answered'
    ? say('working, responded in {time}', { time })
    : say('working, loaded in {time}', { time })
}

/** Describes which calibration is in force, or that the default thresholds apply, and how many research sessions have been collected. */
export function describeCalibration({ active, source, sessions_collected: sessions }: Health['calibration']): string {
  const collected = sayCount(sessions, '{count} research session collected', '{count} research sessions collected')
  return active
    ? say('active ({source}); {collected}', { source, collected })
    : say('none active, default thresholds apply; {collected}', { collected })
}

/** Returns the API version (`info.version`) of an OpenAPI document, or null if it has none. */
export function parseVersion(document: unknown): string | null {
  const { info }: { info?: unknown } = Object(document)
  const { version }: { version?: unknown } = Object(info)
  return typeof version === 'string' ? version : null
}
