import type { OutputOf } from '@stillhere/client/http'
import { say, sayCount } from '../../../words/speak.ts'
import { hrefOfTab } from '../address.ts'
import type { ChartWords } from './chart.tsx'

type Attention = OutputOf<'getOverview'>['attention'][number]
type Job = NonNullable<Attention['jobs']>[number]

/** What the tab Overview says. */
export const WORDS = {
  attention: say('Needs attention'),
  allWell: say('Nothing needs your attention.'),
  figures: say('The last 30 days'),
  people: say('Active people'),
  blocked: (count: number) =>
    count === 0 ? say('none blocked') : sayCount(count, '{count} blocked', '{count} blocked'),
  scansCounted: say('Scans that counted'),
  countedNote: say('today, as on Home'),
  scansJudged: say('Scans judged'),
  judgedNote: (failed: number) => sayCount(failed, 'today, {count} failed', 'today, {count} failed'),
  health: say('Service'),
  healthy: say('healthy'),
  degraded: say('degraded'),
  healthNote: say('details under Health'),
  backup: say('Last backup'),
  noBackup: say('never'),
} as const

export const CHARTS = {
  signUps: { title: say('Sign-ups'), main: say('Joined') },
  scans: {
    title: say('Scans judged'),
    main: say('Passed'),
    rest: say('Failed'),
    note: say('Also those for checks and approvals, which don’t count for anyone’s streak.'),
  },
  checks: { title: say('Checks'), main: say('Passed'), rest: say('Other'), note: say('Checks are kept for a week.') },
  approvals: { title: say('Approvals'), main: say('Granted'), rest: say('Other') },
} as const satisfies Record<string, ChartWords>

type Advice = { title: string; advice: string; href?: string; label?: string }

/** What to look at, why, and where. */
export function describeAttention({ about, count, jobs = [] }: Attention): Advice {
  return ATTENTION[about](count, jobs)
}

const JOBS: Readonly<Record<Job, string>> = {
  mail: say('sending mail'),
  webhooks: say('sending webhooks'),
  push: say('sending push notices'),
  pings: say('notifying OpenID clients'),
  calibration: say('calibration'),
  memory: say('remembering motion'),
  housekeeping: say('housekeeping'),
}

const ATTENTION: Readonly<Record<Attention['about'], (count: number, jobs: readonly Job[]) => Advice>> = {
  jobs_failing: (count, jobs) => ({
    title: sayCount(count, 'A background job is failing: {jobs}.', '{count} background jobs are failing: {jobs}.', {
      jobs: jobs.map((job) => JOBS[job]).join(', '),
    }),
    advice: say('It’s tried again automatically. The log has the details.'),
    href: hrefOfTab('logs'),
    label: say('Open the log'),
  }),
  errors_logged: (count) => ({
    title: sayCount(count, '1 error in the log.', '{count} errors in the log.'),
    advice: say('Something failed on our side, not the caller’s.'),
    href: hrefOfTab('logs'),
    label: say('Open the log'),
  }),
  mails_failed: (count) => ({
    title: sayCount(count, '1 mail failed.', '{count} mails failed.'),
    advice: say('They aren’t retried automatically.'),
    href: hrefOfTab('mail'),
    label: say('Open Mail'),
  }),
  webhooks_failed: (count) => ({
    title: sayCount(count, '1 webhook failed.', '{count} webhooks failed.'),
    advice: say('The site didn’t accept them within a day.'),
    href: hrefOfTab('sites'),
    label: say('Open Sites'),
  }),
  no_smtp: () => ({
    title: say('No mail is sent.'),
    advice: say('SMTP_URL is not set, so sign-in codes stay here. You can read them in Mail.'),
    href: hrefOfTab('mail'),
    label: say('Open Mail'),
  }),
  no_backup: () => ({
    title: say('No backup in the last 7 days.'),
    advice: say('Run npx --no-install stillhere backup FILE, and store the secret key somewhere else.'),
  }),
  no_public_url: () => ({
    title: say('Only this machine can use the service.'),
    advice: say('Set PUBLIC_URL to the address that people will use.'),
  }),
}
