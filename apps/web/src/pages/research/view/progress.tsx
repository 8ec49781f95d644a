import { Failure } from '../../../parts/failure.tsx'
import { Meter } from '../../../parts/meter.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Time } from '../../../parts/time.tsx'
import { service } from '../../../service.ts'

const NEEDED = 300
const REFRESH_MS = 60_000

/** How many sessions there are of those that a calibration needs. `turn` changes when one was given or deleted. */
export function Progress({ turn }: { turn: number }) {
  const { value, error, reload } = useRequest((signal) => service.getResearchStats({}, { signal }), {
    refreshMs: REFRESH_MS,
    deps: [turn],
  })
  const count = value?.session_count
  return (
    <section class="stack" aria-labelledby="research-progress">
      <h2 id="research-progress">How far we are</h2>
      <Failure error={error} onRetry={reload} />
      <div class="research-progress">
        <Meter
          label="Sessions given"
          value={count ?? 0}
          max={NEEDED}
          words={count === undefined ? '–' : `${count.toLocaleString('en')} of ${NEEDED}`}
        />
      </div>
      <p class="soft research-needed">
        {value ? stillNeeded(value.sessions_needed) : 'Asking the service…'}{' '}
        {value?.latest_session_at ? (
          <>
            The last one came <Time at={value.latest_session_at} />.
          </>
        ) : null}
      </p>
    </section>
  )
}

function stillNeeded(needed: number): string {
  if (needed === 0) return 'Enough for a calibration. More make it better.'
  return `${needed.toLocaleString('en')} more, and the service can be calibrated by real people.`
}
