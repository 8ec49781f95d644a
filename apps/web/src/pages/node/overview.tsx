import type { OutputOf } from '@stillhere/client/http'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Empty, Stat, Stats } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Meter, Ring } from '../../parts/meter.tsx'
import { usePages, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { PasskeyOfferOnReturn } from '../../passkeys/passkey-offer.tsx'
import { service } from '../../service.ts'
import type { Session } from '../../session/session.ts'
import { formatNumber, formatPercent, say, sayCount } from '../../words/speak.ts'
import {
  formatChange,
  type Day,
  describeCalendar,
  describeLevel,
  describeReason,
  describeTier,
  formatTimes,
  splitIntoWeeks,
} from './entropy.ts'

/** Shows the Overview tab: the particle level, the days with scans, and the ledger. */
export function Overview({ who }: { who: Session }) {
  return (
    <div class="stack-wide">
      <Level who={who} />
      <PasskeyOfferOnReturn />
      <StreakCalendar />
      <Ledger />
    </div>
  )
}

type NodeScore = { entropy: OutputOf<'getEntropy'>; privileges: OutputOf<'getPrivileges'> }

/** Shows the particle level of the node and its progress to the next one. */
function Level({ who }: { who: Session }) {
  const { value, error, reload } = useRequest((signal) => readNodeScore(who.email, signal), { deps: [who.email] })
  const entropy = value && value.entropy
  return (
    <div class="node-level">
      <div class="node-ring">
        <Ring label={say('Way to the next particle level')} value={entropy?.progress.pct ?? 0} max={100}>
          <p class="small soft">{say('Particle level')}</p>
          <p class="node-level-number figures">{entropy ? entropy.particleLevel : '–'}</p>
          <p class="small soft">{say('of 8')}</p>
        </Ring>
      </div>
      <div class="stack">
        <p class="soft">{value ? describeTier(value.privileges) : '\u00a0'}</p>
        <Failure error={error} onRetry={reload} />
        <Meter
          label={say('Entropy')}
          value={entropy?.progress.pct ?? 0}
          max={100}
          words={entropy ? describeLevel(entropy) : '–'}
        />
        <p>
          <ButtonLink href="/scan">{say('Scan now')}</ButtonLink>
        </p>
        <Stats>
          <Stat
            label={say('Streak')}
            value={entropy && entropy.streakDays}
            note={sayCount(entropy?.streakDays ?? 0, 'day', 'days')}
          />
          <Stat
            label={say('Streak bonus')}
            value={entropy && formatTimes(entropy.streakMultiplier)}
            note={say('on every scan')}
          />
          <Stat label={say('Scans that counted')} value={entropy && entropy.scanCount} note={say('in total')} />
          <Stat
            label={say('Best presence')}
            value={entropy && (entropy.bestPes === 0 ? '–' : formatPercent(entropy.bestPes * 100))}
            note={entropy?.bestPes === 0 ? say('no scan has counted yet') : say('in a scan that counted')}
          />
        </Stats>
      </div>
    </div>
  )
}

async function readNodeScore(email: string, signal: AbortSignal): Promise<NodeScore> {
  const [entropy, privileges] = await Promise.all([
    service.getEntropy({ email }, { signal }),
    service.getPrivileges({ email }, { signal }),
  ])
  return { entropy, privileges }
}

// Three gains a day for 84 days, each possibly preceded by a decay.
const ENTRIES = 500

/** Shows twelve weeks, one per column. A day is filled by how many of its three gains were used. */
function StreakCalendar() {
  const { value, error, reload } = useRequest((signal) => service.getLedger({ limit: ENTRIES }, { signal }))
  const weeks = splitIntoWeeks(value?.entries ?? [], Date.now())
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

type Entry = OutputOf<'getLedger'>['entries'][number]

const PAGE = 20

const COLUMNS: Column<Entry>[] = [
  { head: say('When'), cell: ({ at }) => <ExactTime at={at} /> },
  { head: say('Why'), cell: ({ reason }) => describeReason(reason) },
  { head: say('Change'), cell: ({ change }) => <span class="figures">{formatChange(change)}</span>, end: true },
  { head: say('Score'), cell: ({ score }) => <span class="figures">{formatNumber(score)}</span>, end: true },
]

/** Lists every change of the score with its reason, newest first. */
function Ledger() {
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    service.getLedger({ limit: PAGE, cursor }, { signal }),
  )
  const items = pages && pages.flatMap(({ entries }) => entries)
  return (
    <section class="stack" aria-labelledby="ledger-title">
      <h2 id="ledger-title">{say('Ledger')}</h2>
      <Failure error={error} onRetry={more ?? reload} />
      {items === null && !error ? <Skeleton lines={6} /> : null}
      {items?.length === 0 ? (
        <Empty title={say('No points yet.')}>
          <p>
            {say(
              'Your first scan earns the first ones. Up to three scans a day count, and coming back regularly counts most.',
            )}
          </p>
        </Empty>
      ) : null}
      {items && items.length > 0 ? (
        <Table caption={say('Changes of your score, newest first')} columns={COLUMNS} rows={items} keyOf={toKey} />
      ) : null}
      {more ? (
        <p>
          <Button kind="quiet" busy={isBusy} onClick={more}>
            {say('Show earlier ones')}
          </Button>
        </p>
      ) : null}
    </section>
  )
}

function toKey({ at, change, score }: Entry): string {
  return `${at} ${change} ${score}`
}
