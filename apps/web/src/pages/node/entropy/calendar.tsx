import { Failure } from '../../../parts/failure.tsx'
import { useRequest } from '../../../parts/request.ts'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import { describeCalendar, type Day, groupByWeek } from './weeks.ts'

// Three gains a day on 84 days, and the decay that may stand before each.
const ENTRIES = 500

/** Twelve weeks, a column each; the fuller a day, the more of its three gains were used. */
export function StreakCalendar() {
  const { value, error, reload } = useRequest((signal) => service.getLedger({ limit: ENTRIES }, { signal }))
  const weeks = groupByWeek(value?.entries ?? [], Date.now())
  return (
    <section class="stack" aria-labelledby="node-days">
      <h2 id="node-days">{say('Your days')}</h2>
      <Failure error={error} onRetry={reload} />
      <figure class="node-calendar">
        <div
          class="node-weeks"
          role="img"
          aria-label={value ? describeCalendar(weeks) : say('The calendar is loading.')}
        >
          {weeks.map((week) => (
            <div key={week[0]?.day} class="node-week">
              {week.map((day) => (
                <Square key={day.day} day={day} />
              ))}
            </div>
          ))}
        </div>
        <figcaption class="small soft">
          <p>{value ? describeCalendar(weeks) : say('Your scans of the last twelve weeks.')}</p>
          <p>
            {say(
              'Each column is a week, starting on Monday; up to 3 scans a day count. The ring marks today. Days are in UTC. Your streak survives two days off.',
            )}
          </p>
        </figcaption>
      </figure>
    </section>
  )
}

function Square({ day: { day, gains, isToday } }: { day: Day }) {
  if (gains === null) return <span class="node-day node-day-coming" />
  return (
    <span class={isToday ? 'node-day node-day-today' : 'node-day'} title={say('{day}: {gains} of 3', { day, gains })}>
      <span class="node-day-fill" style={{ transform: `scaleY(${Math.min(1, gains / 3)})` }} />
    </span>
  )
}
