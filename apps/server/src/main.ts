import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { logger } from './logger.ts'
import { readSettings, SettingProblem, type Settings } from './settings.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const app = createApp({ now: () => new Date(), logger })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close())
  console.log(`Stillhere is listening on ${await listen(app, settings)}`)
}

/** Answers the address that callers can use: PORT=0 lets the system choose the port. */
async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const setting = reason === 'EADDRINUSE' || reason === 'EACCES' ? 'PORT' : 'HOST'
    throw new SettingProblem(`${setting} cannot be used: listening on ${host}, port ${port}, failed with ${reason}`)
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingProblem ? error.message : error)
  process.exitCode = 1
})
