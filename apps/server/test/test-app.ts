import { type FastifyInstance, type FastifySerializerCompiler, fastify } from 'fastify'
import { createApp } from '../src/app.ts'
import type { FrameOptions } from '../src/frame.ts'
import type { Service } from '../src/service.ts'
import { UNHURRIED } from './unhurried.ts'

type Serialize = (answer: unknown) => string

const compile = await takeDefaultCompiler()
const compiled = new WeakMap<object, Serialize>()

/**
 * The service's app, not yet listening. The apps of a worker compile what writes their answers once, and when it is needed: for all
 * routes it takes 0.2 s of CPU.
 */
export function createTestApp(service: Service, options: FrameOptions = UNHURRIED): FastifyInstance {
  return createApp(service, options).setSerializerCompiler<object>((route) => (answer) => {
    const serialize = compiled.get(route.schema) ?? compile(route)
    compiled.set(route.schema, serialize)
    return serialize(answer)
  })
}

/** Fastify's own; an app has it once it serves an answer that has a schema. */
async function takeDefaultCompiler(): Promise<FastifySerializerCompiler<object>> {
  const app = fastify()
  app.get('/', { schema: { response: { 200: { type: 'string' } } } }, () => '')
  await app.ready()
  if (!app.serializerCompiler) throw new Error('Fastify has no compiler of its own for answers')
  return app.serializerCompiler
}
