import type { OutputOf } from '@stillhere/client/http'
import { Failure } from '../../parts/failure.tsx'
import { Meter } from '../../parts/meter.tsx'
import { useRequest } from '../../parts/request.ts'
import { Time } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { describePeople, describeNeededSessions } from './words.ts'

const NEEDED = 300
const REFRESH_MS = 60_000

type ProgressProps = {
  of: 'landmarks' | 'strokes'
  /** Increases when a session was added or deleted. */
  turn: number
}

/** Shows how many of the sessions that a calibration needs have been collected: camera sessions (`landmarks`) or strokes. */
export function Progress({ of, turn }: ProgressProps) {
  const { value, error, reload } = useRequest((signal) => service.getResearchStats({}, { signal }), {
    refreshMs: REFRESH_MS,
    deps: [turn],
  })
  const stats = of === 'strokes' ? value?.strokes : value
  const count = stats ? NEEDED - stats.sessions_needed : undefined
  return (
    <section class="stack" aria-labelledby="research-progress">
      <h2 id="research-progress">{say('Progress')}</h2>
      <Failure error={error} onRetry={reload} />
      <div class="research-progress">
        <Meter
          label={say('Usable sessions')}
          value={count ?? 0}
          max={NEEDED}
          words={count === undefined ? '–' : say('{count} of {needed}', { count, needed: NEEDED })}
        />
      </div>
      <p class="soft research-needed">
        {stats ? describeNeededSessions(stats.sessions_needed) : say('Loading…')}{' '}
        {value ? of === 'strokes' ? describePeople(value.strokes) : <Latest stats={value} /> : null}
      </p>
    </section>
  )
}

function Latest({ stats }: { stats: OutputOf<'getResearchStats'> }) {
  const latest = stats.latest_session_at
  if (latest === null) return null
  return <>{sayRich('Last one: <time></time>.', { time: () => <Time at={latest} /> })}</>
}
