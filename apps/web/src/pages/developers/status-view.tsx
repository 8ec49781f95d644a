import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { describeCalibration, type Health, describeHealth, describePart, parseVersion } from './status-words.ts'

const REFRESH_MS = 30_000

/** How the service is, drawn plainly, and asked again now and then. */
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
