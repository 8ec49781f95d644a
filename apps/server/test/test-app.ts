import type { FastifyInstance } from 'fastify'
import { createApp } from '../src/app/app.ts'
import type { FrameOptions } from '../src/app/frame.ts'
import type { Service } from '../src/platform/service.ts'
import { UNHURRIED } from './unhurried.ts'

/** The service's app, not yet listening, which hurries nobody unless it is told to. */
export function createTestApp(service: Service, options: FrameOptions = UNHURRIED): FastifyInstance {
  return createApp(service, options)
}
