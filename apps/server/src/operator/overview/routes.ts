import { type Attention, getOverview, type JobName, listLogs, type LoggedLine } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { toDay, toDaysBefore } from '../../platform/day.ts'
import { serve } from '../../platform/http/endpoint.ts'
import type { LogLine, RecentLines } from '../../platform/logger.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readDays, readState, type State } from './store.ts'

const DAYS = 30

/** The data of this process for the overview: its last log lines, and the background jobs whose last run failed. */
type OverviewSources = { recent: RecentLines; failing: { list: () => JobName[] } }

/**
 * Registers the operator's endpoints for the overview (statistics per day and what needs attention) and for the last log lines. `recent` and
 * `failing` are the log lines and failing jobs of this process.
 */
export function serveOverview(app: FastifyInstance, service: Service, { recent, failing }: OverviewSources): void {
  serve(app, getOverview, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    const now = service.now()
    const state = await readState(service.db)
    const errors = selectLines(recent.list(), { level: 'error', limit: Infinity }).length
    return {
      days: await readDays(service.db, { from: toDay(toDaysBefore(now, DAYS - 1)), to: toDay(now) }),
      people: { active: state.active, blocked: state.blocked },
      backed_up_at: state.backedUpAt?.toISOString() ?? null,
      attention: listAttention(service.settings, { state, errors, jobs: failing.list(), now }),
    }
  })

  serve(app, listLogs, async ({ query: { limit = 200, ...query }, reply }) => {
    reply.header('cache-control', 'no-store')
    return { lines: selectLines(recent.list(), { ...query, limit }) }
  })
}

/** The overview shows a warning if the last backup is older than this number of days. */
const BACKUP_DAYS = 7

type FoundLine = { state: State; errors: number; jobs: JobName[]; now: Date }

/** Lists what needs the operator's attention, most serious first. */
function listAttention({ smtpUrl, publicUrl }: Settings, { state, errors, jobs, now }: FoundLine): Attention[] {
  const isBackedUp = state.backedUpAt !== null && state.backedUpAt > toDaysBefore(now, BACKUP_DAYS)
  const all: (Attention & { isTrue: boolean })[] = [
    { about: 'jobs_failing', count: jobs.length, jobs, isTrue: jobs.length > 0 },
    { about: 'errors_logged', count: errors, isTrue: errors > 0 },
    { about: 'mails_failed', count: state.deadMails, isTrue: state.deadMails > 0 },
    { about: 'webhooks_failed', count: state.deadEvents, isTrue: state.deadEvents > 0 },
    { about: 'no_smtp', count: 0, isTrue: smtpUrl === undefined },
    { about: 'no_backup', count: 0, isTrue: !isBackedUp },
    { about: 'no_public_url', count: 0, isTrue: publicUrl === undefined },
  ]
  return all
    .filter(({ isTrue }) => isTrue)
    .map(({ about, count, jobs: failing }) => ({ about, count, ...(failing && { jobs: failing }) }))
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

type LogFilter = { level?: LoggedLine['level']; text?: string; limit: number }

/** Returns the log lines that have at least this level and contain a text, newest first, at most `limit`. */
function selectLines(lines: readonly LogLine[], { level = 'debug', text = '', limit }: LogFilter): LoggedLine[] {
  const least = LEVELS.indexOf(level)
  const wanted = text.toLowerCase()
  return lines
    .map(describeLine)
    .filter((line) => LEVELS.indexOf(line.level) >= least && line.text.toLowerCase().includes(wanted))
    .toReversed()
    .slice(0, limit)
}

function describeLine({ level, time, msg = '', method, route, status, ms, err }: LogLine): LoggedLine {
  const answer = route === undefined ? [] : [method, route, String(status ?? ''), `${Math.round(ms ?? 0)} ms`]
  const said = msg === 'answered' ? [] : [msg]
  const failed = err === undefined ? [] : [`${err.type}: ${err.message}`]
  const text = [...answer, ...said, ...failed].filter((word) => word).join(' ')
  return { at: time, level: LEVELS.find((one) => one === level) ?? 'error', text }
}
