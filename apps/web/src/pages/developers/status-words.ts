import type { OutputOf } from '@stillhere/client/http'

export type Health = OutputOf<'getHealth'>
type Part = Health['services']['datastore']

/** The whole in one sentence. */
export function describeHealth({ status }: Pick<Health, 'status'>): {
  kind: 'good' | 'warn'
  title: string
  advice: string
} {
  return status === 'healthy'
    ? { kind: 'good', title: 'The service is healthy.', advice: 'All its parts answer.' }
    : { kind: 'warn', title: 'The service is degraded.', advice: 'It works, but not all of it; see below which part.' }
}

/** One part in words, and what its time was: that of an answer, or of loading it. */
export function describePart({ ok, latency_ms, error }: Part, timed: 'answered' | 'loaded'): string {
  if (ok) return `works, ${timed} in ${latency_ms < 1 ? 'less than a millisecond' : `${Math.round(latency_ms)} ms`}`
  return error === '' ? 'does not work' : `does not work: ${error}`
}

/** Which thresholds decide. */
export function describeCalibration({ active, source, sessions_collected }: Health['calibration']): string {
  const collected = `${sessions_collected.toLocaleString('en')} research sessions collected`
  return active ? `in force (${source}); ${collected}` : `none in force, thresholds are the defaults; ${collected}`
}

/** The version in a document of OpenAPI, or null where there is none. */
export function parseVersion(document: unknown): string | null {
  const { info }: { info?: unknown } = Object(document)
  const { version }: { version?: unknown } = Object(info)
  return typeof version === 'string' ? version : null
}
