import { uploadResearchStrokes } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { acceptToken } from '../../identity/access/authorize.ts'
import { unwrapResult } from '../../platform/http/body.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { workOnCpuBudget } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import type { Service } from '../../platform/service.ts'
import { computeSource, findPerson } from '../research/labels.ts'
import { demandUploads, takeUpload } from '../research/quota.ts'
import { readStrokeUpload } from './read.ts'
import { judgeStrokes, storeStrokes } from './upload.ts'

export function researchStrokesRoutes(app: FastifyInstance, service: Service): void {
  const tries = createFlood(service.settings.limits['research.try.address'])
  serveTx(app, uploadResearchStrokes, {
    prepare: async ({ body: bytes, request }) => {
      await demandUploads(service, tries, request)
      // A token that may not give is refused before any motion is read.
      await service.db.transaction((tx) => acceptToken(tx, service, request))
      // A pooled Buffer shares its memory and cannot be transferred.
      const own = new Uint8Array(bytes)
      return workOnCpuBudget(service, request, async (metered) => {
        const given = unwrapResult(await metered.threads.run(readStrokeUpload, own, [own.buffer]))
        return { given, judged: await judgeStrokes(metered, given) }
      })
    },
    commit: async (tx, { prepared, request, reply }) => {
      const remaining = await takeUpload(tx, service, request)
      reply.header('x-ratelimit-remaining', String(remaining))
      const source = await computeSource(tx, service, request)
      // Strokes alone lead to no node. Recordings do, so that they are in its export and go with it.
      const node = prepared.given.recording === undefined ? null : await findPerson(tx, service, request)
      return storeStrokes(tx, service, { ...prepared, source, node })
    },
  })
}
