import { uploadResearchStrokes } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/endpoint.ts'
import { unwrapResult } from '../http/large-body.ts'
import { workOnCpuBudget } from '../limits/cpu-budget.ts'
import { createFlood } from '../limits/flood.ts'
import { demandUploads } from '../research/quota.ts'
import type { Service } from '../service.ts'
import { readStrokeUpload } from './read.ts'
import { acceptStrokes } from './upload.ts'

export function researchStrokesRoutes(app: FastifyInstance, service: Service): void {
  const tries = createFlood(service.settings.limits['research.try.address'])
  serve(app, uploadResearchStrokes, async ({ body: bytes, request, reply, keep }) => {
    await demandUploads(service, tries, request)
    // A pooled Buffer shares its memory and cannot be transferred.
    const own = new Uint8Array(bytes)
    return workOnCpuBudget(service, request, async (metered) => {
      const given = unwrapResult(await metered.threads.run(readStrokeUpload, own, [own.buffer]))
      return acceptStrokes(metered, given, { request, reply, keep })
    })
  })
}
