import { getOverview, type JobName, listLogs } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { dayOf, daysBefore } from '../../platform/day.ts'
import { serve } from '../../platform/http/endpoint.ts'
import type { RecentLines } from '../../platform/logger.ts'
import type { Service } from '../../platform/service.ts'
import { filterLines, listAttention } from './rules.ts'
import { readDays, readState } from './store.ts'

const DAYS = 30

/** What a process knows of itself: its last lines, and the jobs whose last try failed. */
type Watched = { recent: RecentLines; failing: { list: () => JobName[] } }

/** What an operator looks at first, and the last lines of the log. */
export function overviewRoutes(app: FastifyInstance, service: Service, { recent, failing }: Watched): void {
  serve(app, getOverview, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    const now = service.now()
    const state = await readState(service.db)
    const errors = filterLines(recent.list(), { level: 'error', limit: Infinity }).length
    return {
      days: await readDays(service.db, { from: dayOf(daysBefore(now, DAYS - 1)), to: dayOf(now) }),
      people: { active: state.active, blocked: state.blocked },
      backed_up_at: state.backedUpAt?.toISOString() ?? null,
      attention: listAttention(service.settings, { state, errors, jobs: failing.list(), now }),
    }
  })

  serve(app, listLogs, async ({ query: { limit = 200, ...query }, reply }) => {
    reply.header('cache-control', 'no-store')
    return { lines: filterLines(recent.list(), { ...query, limit }) }
  })
}
