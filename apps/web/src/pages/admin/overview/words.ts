import type { OutputOf } from '@stillhere/client/http'
import { hrefOfTab } from '../address.ts'

type Attention = OutputOf<'getOverview'>['attention'][number]

/** What the tab Overview says. */
export const WORDS = {
  attention: 'Needs attention',
  allWell: 'Nothing needs your attention.',
  figures: 'The last 30 days',
  people: 'Active people',
  blocked: (count: number) => (count === 0 ? 'none blocked' : `${count} blocked`),
  scansToday: 'Scans today',
  failedToday: (count: number) => `${count} failed`,
  health: 'Service',
  healthy: 'healthy',
  degraded: 'degraded',
  healthNote: 'details under Health',
  backup: 'Last backup',
  noBackup: 'never',
  day: 'Day',
  total: (count: number) => `${count.toLocaleString('en')} in all`,
  table: (title: string) => `${title}, day by day`,
  showTable: 'Show as a table',
} as const

/** One chart: what is counted, and what part of it is told apart. */
export type ChartWords = { title: string; main: string; rest?: string; note?: string }

export const CHARTS = {
  signUps: { title: 'Sign-ups', main: 'Joined' },
  scans: { title: 'Scans', main: 'Passed', rest: 'Failed' },
  checks: { title: 'Checks', main: 'Passed', rest: 'Other', note: 'Checks are kept for a week.' },
  approvals: { title: 'Approvals', main: 'Granted', rest: 'Other' },
} as const satisfies Record<string, ChartWords>

type Advice = { title: string; advice: string; href?: string; label?: string }

/** What to look at, why, and where. */
export function describeAttention({ about, count }: Attention): Advice {
  return ATTENTION[about](count)
}

const some = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const ATTENTION: Readonly<Record<Attention['about'], (count: number) => Advice>> = {
  errors_logged: (count) => ({
    title: `${some(count, 'error', 'errors')} in the log.`,
    advice: 'Something failed that is our fault, not a caller’s.',
    href: hrefOfTab('logs'),
    label: 'Open the log',
  }),
  mails_failed: (count) => ({
    title: `${some(count, 'mail', 'mails')} failed.`,
    advice: 'They are not tried again by themselves.',
    href: hrefOfTab('mail'),
    label: 'Open Mail',
  }),
  webhooks_failed: (count) => ({
    title: `${some(count, 'webhook', 'webhooks')} failed.`,
    advice: 'The site did not take them within a day.',
    href: hrefOfTab('sites'),
    label: 'Open Sites',
  }),
  no_smtp: () => ({
    title: 'Nobody gets mail.',
    advice: 'SMTP_URL is not set, so sign-in codes stay here. You can read them in Mail.',
    href: hrefOfTab('mail'),
    label: 'Open Mail',
  }),
  no_backup: () => ({
    title: 'No backup in the last 7 days.',
    advice: 'Run npx stillhere backup FILE, and keep the secret key apart from it.',
  }),
  no_public_url: () => ({
    title: 'Only this machine can use the service.',
    advice: 'Set PUBLIC_URL to the address that people will use.',
  }),
}
