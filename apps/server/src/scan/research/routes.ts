import { randomBytes } from 'node:crypto'
import {
  deleteResearchRecordings,
  deleteResearchSession,
  getRecordingReport,
  getResearchStats,
  uploadResearch,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addToTally } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { unwrapResult } from '../../platform/http/body.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { workOnCpuBudget } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import type { Service } from '../../platform/service.ts'
import { removeSession, withdrawRecordings } from './delete.ts'
import { computeSource, findPerson } from './labels.ts'
import { demandUploads, duplicateSession, takeUpload } from './quota.ts'
import { type ReadSession, readResearchUpload } from './read.ts'
import { toRecordingReport } from './recording-report.ts'
import { countCaptures, countRecordedPeople } from './recording-store.ts'
import { newDeleteToken, readDeleteToken, toStats } from './rules.ts'
import { ACCEPTED_TALLY, addSession, countSessions, USABLE_TALLY } from './store.ts'
import { countStrokeSessions } from './stroke-store.ts'

export function researchRoutes(app: FastifyInstance, service: Service): void {
  const tries = createFlood(service.settings.limits['research.try.address'])
  serveTx(app, uploadResearch, {
    prepare: async ({ body: bytes, request }) => {
      await demandUploads(service, tries, request)
      return workOnCpuBudget(service, request, async ({ threads }) =>
        unwrapResult(await threads.run(readResearchUpload, bytes, ownMemory(bytes))),
      )
    },
    commit: async (tx, { prepared: read, request, reply }) => {
      const token = newDeleteToken(randomBytes)
      const remaining = await accept(tx, service, { read, token, request })
      reply.header('x-ratelimit-remaining', String(remaining))
      const { session_id } = read.described
      return { success: true, session_id, usable: read.motion !== null, delete_token: token }
    },
  })

  serve(app, getResearchStats, async () => {
    const [landmarks, strokes] = [await countSessions(service.db), await countStrokeSessions(service.db)]
    return toStats({ ...landmarks, strokes, takesRecordings: service.settings.researchRecordings > 0 }, service.now())
  })

  serveTx(app, deleteResearchSession, async (tx, { params, request }) => {
    await removeSession(tx, service, { id: params.id, token: readDeleteToken(request.headers.authorization) })
    return { success: true }
  })

  serveTx(app, deleteResearchRecordings, async (tx, { params, request }) => {
    await withdrawRecordings(tx, service, { id: params.id, token: readDeleteToken(request.headers.authorization) })
    return { success: true }
  })

  serve(app, getRecordingReport, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    const [groups, people] = await Promise.all([countCaptures(service.db), countRecordedPeople(service.db)])
    return toRecordingReport({ groups, people, most: service.settings.researchRecordings })
  })
}

// A large body has its memory to itself and can change hands; small ones share a pool with others and are copied.
function ownMemory({ buffer, length }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : []
}

type Upload = { read: ReadSession; token: string; request: FastifyRequest }

/** Stores a session and returns how many more may come. Whatever is thrown gives back what was spent. */
async function accept(tx: Transaction, service: Service, { read, token, request }: Upload): Promise<number> {
  const remaining = await takeUpload(tx, service, request)
  const { secrets } = service
  const session = {
    ...read,
    contentHash: read.motion && secrets.hash('research-content', Buffer.from(read.motion.landmarks)),
    person: await findPerson(tx, service, request),
    source: await computeSource(tx, service, request),
    deleteHash: secrets.hash('research-delete', token),
    now: tx.now,
  }
  const isFirst = await addSession(tx, { ...session, repeats: false })
  if (!isFirst && !(read.motion && (await addSession(tx, { ...session, repeats: true })))) throw duplicateSession()
  await addToTally(tx, ACCEPTED_TALLY, 1)
  if (isFirst && read.motion) await addToTally(tx, USABLE_TALLY, 1)
  return remaining
}
