import { setTimeout as delay } from 'node:timers/promises'
import type { JobName } from '@stillhere/contract'
import { performRun, takeOverRun } from '../calibration/run.ts'
import { HOUR_MS, MINUTE_MS } from '../day.ts'
import { createMailTransport, type Post } from '../mail/compose.ts'
import { filePost } from '../mail/eml-files.ts'
import { smtpPost } from '../mail/smtp.ts'
import { remindOfStreaks } from '../notices/remind.ts'
import { createPings, LOOK_FOR_PINGS_MS } from '../oidc/ping.ts'
import { deliverDue, LOOK_AGAIN_MS } from '../outbox/deliver.ts'
import { LOOK_AGAIN_MS as LOOK_FOR_MESSAGES_MS, sendDueMessages } from '../push/send.ts'
import type { Service } from '../service.ts'
import { createPost } from '../webhooks/post.ts'
import { LOOK_AGAIN_MS as LOOK_FOR_EVENTS_MS, sendDueEvents } from '../webhooks/send.ts'
import { createFailingJobs, type FailingJobs } from './failing.ts'
import { rememberWaiting } from './remember.ts'
import { tidy } from './tidy.ts'

const SECOND_MS = 1000
const AFTER_FAILURE_MS = 5_000
const STOP_MS = 10_000

export type Worker = { stop: () => Promise<void> }

/** The work that no request waits for: mails, webhooks, push messages, reminders, calibrations left behind, the memory of motion, and housekeeping. Every process of a service may run one. */
export function startWorker(
  service: Service,
  log: (line: string) => void,
  failing: FailingJobs = createFailingJobs(),
): Worker {
  const stopping = new AbortController()
  const stopped = stopping.signal
  const mails = createMailTransport(service, choosePost(service, log))
  const sendPings = createPings(service)
  const jobs = Promise.all([
    repeat({
      job: 'mail',
      name: 'sending mail',
      everyMs: LOOK_AGAIN_MS,
      run: () => deliverDue(service, mails, { log, stopped }),
    }),
    repeat({
      job: 'webhooks',
      name: 'sending webhooks',
      everyMs: LOOK_FOR_EVENTS_MS,
      run: () => sendWebhooks(service, { log, stopped }),
    }),
    repeat({
      job: 'push',
      name: 'sending push messages',
      everyMs: LOOK_FOR_MESSAGES_MS,
      run: () => sendMessages(service, { log, stopped }),
    }),
    repeat({ job: 'pings', name: 'pinging sites', everyMs: LOOK_FOR_PINGS_MS, run: () => sendPings(log) }),
    repeat({
      job: 'calibration',
      name: 'calibration',
      everyMs: SECOND_MS,
      run: () => finishLeftRuns(service, stopped),
    }),
    repeat({ job: 'memory', name: 'remembering motion', everyMs: MINUTE_MS, run: () => rememberWaiting(service) }),
    repeat({ job: 'reminders', name: 'reminding of streaks', everyMs: MINUTE_MS, run: () => remindOfStreaks(service) }),
    repeat({ job: 'housekeeping', name: 'housekeeping', everyMs: HOUR_MS, run: () => tidy(service) }),
  ])

  async function repeat({ job, name, everyMs, run }: Job) {
    while (!stopped.aborted) {
      const failed = await run().then(
        () => false,
        () => true,
      )
      failing.note(job, failed)
      if (failed) log(`${name} failed and is tried again; is the database there?`)
      await delay(failed ? AFTER_FAILURE_MS : everyMs, undefined, { signal: stopped }).catch(ignore)
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      // A mail that hangs is left: its claim lapses, and it is sent again.
      await Promise.race([jobs, delay(STOP_MS, undefined, { ref: false })])
    },
  }
}

type Job = { job: JobName; name: string; everyMs: number; run: () => Promise<void> }

/** Goes on with a calibration whose process died. */
async function finishLeftRuns(service: Service, stopped: AbortSignal): Promise<void> {
  const run = await takeOverRun(service)
  if (run) await performRun(service, run, { stopped })
}

type Surroundings = { log: (line: string) => void; stopped: AbortSignal }

function sendWebhooks(service: Service, surroundings: Surroundings): Promise<void> {
  return sendDueEvents(service, { post: createPost(service.settings), ...surroundings })
}

function sendMessages(service: Service, surroundings: Surroundings): Promise<void> {
  return sendDueMessages(service, { post: createPost(service.settings), ...surroundings })
}

function choosePost({ settings }: Service, log: (line: string) => void): Post {
  return settings.smtpUrl === undefined ? filePost(settings.dataDir, log) : smtpPost(settings.smtpUrl)
}

function ignore(): void {}
