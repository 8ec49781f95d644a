import type { Settings } from '../../../platform/settings/settings.ts'
import { say } from '../../../platform/speakers.ts'
import { linkedinWarnings } from '../../../publishing/platforms/linkedin.ts'
import type { Finding } from './finding.ts'

/** Where the service can post, and what is known of tokens that end. */
export async function checkPublishing({ publishing }: Settings, now = new Date()): Promise<Finding[]> {
  const about = say('publishing')
  const { credentials, apis, deadlineMs } = publishing
  const names = Object.entries(credentials).flatMap(([name, own]) => (own ? [name] : []))
  if (names.length === 0) return []
  const signal = AbortSignal.timeout(deadlineMs)
  const { linkedin } = credentials
  const warnings = linkedin ? await linkedinWarnings(linkedin, apis.linkedinTokens, { now, signal }) : []
  return [
    { mood: 'ok', about, says: say('credentials for {names}', { names: names.join(', ') }) },
    ...warnings.map((says): Finding => ({ mood: 'warn', about, says })),
  ]
}
