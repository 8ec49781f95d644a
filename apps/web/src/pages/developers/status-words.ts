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
    ? { kind: 'good', title: say('The service is healthy.'), advice: say('All its parts answer.') }
    : {
        kind: 'warn',
        title: say('The service is degraded.'),
        advice: say('It works, but not all of it; see below which part.'),
      }
}

/** One part in words, and what its time was: that of an answer, or of loading it. */
export function describePart({ ok, latency_ms, error }: Part, timed: 'answered' | 'loaded'): string {
  if (!ok) return error === '' ? say('does not work') : say('does not work: {error}', { error })
  const time = latency_ms < 1 ? say('less than a millisecond') : say('{ms} ms', { ms: Math.round(latency_ms) })
  return timed === 'answered' ? say('works, answered in {time}', { time }) : say('works, loaded in {time}', { time })
}

/** Which thresholds decide. */
export function describeCalibration({ active, source, sessions_collected: sessions }: Health['calibration']): string {
  const collected = sayCount(sessions, '{count} research session collected', '{count} research sessions collected')
  return active
    ? say('in force ({source}); {collected}', { source, collected })
    : say('none in force, thresholds are the defaults; {collected}', { collected })
}

/** The version in a document of OpenAPI, or null where there is none. */
export function parseVersion(document: unknown): string | null {
  const { info }: { info?: unknown } = Object(document)
  const { version }: { version?: unknown } = Object(info)
  return typeof version === 'string' ? version : null
}
