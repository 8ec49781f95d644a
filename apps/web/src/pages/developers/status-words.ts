import type { OutputOf } from '@stillhere/client/http'
import { say, sayCount } from '../../words/speak.ts'

export type Health = OutputOf<'getHealth'>
type Part = Health['services']['datastore']

/** The whole in one sentence. */
export function describeHealth({ status }: Pick<Health, 'status'>): {
  kind: 'good' | 'warn'
  title: string
  advice: string
} {
  return status === 'healthy'
    ? { kind: 'good', title: say('The service is healthy.'), advice: say('All systems are working.') }
    : {
        kind: 'warn',
        title: say('The service is degraded.'),
        advice: say('Something isn’t working. Details are below.'),
      }
}

/** One part in words, and what its time was: that of an answer, or of loading it. */
export function describePart({ ok, latency_ms, error }: Part, timed: 'answered' | 'loaded'): string {
  if (!ok) return error === '' ? say('not working') : say('not working: {error}', { error })
  const time = latency_ms < 1 ? say('under 1 ms') : say('{ms} ms', { ms: Math.round(latency_ms) })
  return timed === 'answered'
    ? say('working, responded in {time}', { time })
    : say('working, loaded in {time}', { time })
}

/** Which thresholds decide. */
export function describeCalibration({ active, source, sessions_collected: sessions }: Health['calibration']): string {
  const collected = sayCount(sessions, '{count} research session collected', '{count} research sessions collected')
  return active
    ? say('active ({source}); {collected}', { source, collected })
    : say('none active, default thresholds apply; {collected}', { collected })
}

/** The version in a document of OpenAPI, or null where there is none. */
export function parseVersion(document: unknown): string | null {
  const { info }: { info?: unknown } = Object(document)
  const { version }: { version?: unknown } = Object(info)
  return typeof version === 'string' ? version : null
}
