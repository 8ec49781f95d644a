import { setTimeout as delay } from 'node:timers/promises'
import type { JobName } from '@stillhere/contract'
import { readAge } from '../../identity/device-roots/metadata.ts'
import { findNextUpdate } from '../../identity/device-roots/store.ts'
import { createMailTransport, type Post as MailPost } from '../../identity/mail/letters.ts'
import { createFilePost, createSmtpPost } from '../../identity/mail/transport.ts'
import { createPushTransport } from '../../identity/notices/push.ts'
import { toDay, HOUR_MS, MINUTE_MS } from '../../platform/day.ts'
import { sendDue, LOOK_AGAIN_MS, type Transport } from '../../platform/outbox/deliver.ts'
import { createPost } from '../../platform/outbox/post.ts'
import type { Service } from '../../platform/service.ts'
import { createPingTransport } from '../../requests/oidc/routes.ts'
import { createWebhookTransport } from '../../requests/sites/webhooks.ts'
import { runClaimed, claimStalledRun } from '../../scan/calibration/run.ts'
import { addRemembered, claimWaiting } from '../../scan/memory/store.ts'
import { openWaiting } from '../../scan/memory/traces.ts'
import { deleteExpired } from './tidy.ts'

const SECOND_MS = 1000
const AFTER_FAILURE_MS = 5_000
const STOP_MS = 10_000

export type Worker = { stop: () => Promise<void> }

/**
 * Starts the background jobs: sending mails, webhooks, push messages and pings, continuing abandoned calibrations, filling the replay memory, and
 * deleting expired data. Several processes may run them. A failed job is logged, recorded in `failing` and retried.
 */
export function startWorker(
  service: Service,
  log: (line: string) => void,
  failing: FailingJobs = createFailingJobs(),
): Worker {
  const stopping = new AbortController()
  const stopped = stopping.signal
  const post = createPost(service.settings)
  const deliver = (job: JobName, name: string, transport: Transport) =>
    repeat({ job, name, everyMs: LOOK_AGAIN_MS, run: () => sendDue(service, transport, { log, stopped }) })
  const jobs = Promise.all([
    deliver('mail', 'sending mail', createMailTransport(service, selectPost(service, log))),
    deliver('webhooks', 'sending webhooks', createWebhookTransport(service, post)),
    deliver('push', 'sending push messages', createPushTransport(service, post)),
    deliver('pings', 'pinging sites', createPingTransport(service, post)),
    repeat({
      job: 'calibration',
      name: 'calibration',
      everyMs: SECOND_MS,
      run: () => runLeftCalibrations(service, stopped),
    }),
    repeat({ job: 'memory', name: 'remembering motion', everyMs: MINUTE_MS, run: () => saveWaitingMotion(service) }),
    repeat({ job: 'housekeeping', name: 'housekeeping', everyMs: HOUR_MS, run: () => runHousekeeping(service, log) }),
  ])

  async function repeat({ job, name, everyMs, run }: Job) {
    while (!stopped.aborted) {
      const failed = await run().then(
        () => false,
        () => true,
      )
      failing.note(job, failed)
      if (failed) log(`${name} failed and is tried again; is the database there?`)
      await delay(failed ? AFTER_FAILURE_MS : everyMs, undefined, { signal: stopped }).catch(handleNothing)
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

async function runHousekeeping(service: Service, log: (line: string) => void): Promise<void> {
  await deleteExpired(service)
  const nextUpdate = await findNextUpdate(service.db)
  const age = nextUpdate === undefined ? 'current' : readAge(nextUpdate, service.now())
  if (age === 'due')
    log(`newer device metadata was due on ${nextUpdate}: npx --no-install stillhere roots refresh FILE`)
  if (age === 'outdated')
    log(`device metadata was due on ${nextUpdate} and counts no longer: its models give no level 3`)
}

/** Continues a calibration whose process has died, if there is one. */
async function runLeftCalibrations(service: Service, stopped: AbortSignal): Promise<void> {
  const run = await claimStalledRun(service)
  if (run) await runClaimed(service, run, { stopped })
}

function selectPost({ settings }: Service, log: (line: string) => void): MailPost {
  return settings.smtpUrl === undefined ? createFilePost(settings.dataDir, log) : createSmtpPost(settings.smtpUrl)
}

function handleNothing(): void {}

/** The background jobs of this process whose last run failed. */
export type FailingJobs = {
  /** Records how a try ended. */
  note: (job: JobName, failed: boolean) => void
  list: () => JobName[]
}

/**
 * Creates the list of background jobs of this process whose last run failed, which Admin shows. It's held in memory; a successful run removes the
 * job.
 */
export function createFailingJobs(): FailingJobs {
  const failing = new Set<JobName>()
  return {
    note: (job, failed) => void (failed ? failing.add(job) : failing.delete(job)),
    list: () => [...failing],
  }
}

/** The least number of captures that move into the replay memory together. In a smaller batch it's easier to guess whose each capture is. */
const BATCH = 128
const MOST = 2_000

/**
 * Moves queued motion digests into the replay memory, in batches of at least 128 or after the day on which they were recorded. Each batch moves
 * in one transaction, so that no digest is lost or stored twice.
 */
export async function saveWaitingMotion(service: Service): Promise<void> {
  let taken: number
  do taken = await saveBatch(service)
  while (taken === MOST)
}

function saveBatch({ db, secrets }: Service): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await claimWaiting(tx, { least: BATCH, most: MOST, today: toDay(tx.now) })
    const batch = rows.flatMap(({ sealed, seenOn }) => {
      const stream = openWaiting(secrets, sealed)
      return stream === null ? [] : [{ ...stream, seenOn }]
    })
    const wholes = batch.map(({ whole, seenOn }) => ({ ...whole, seenOn }))
    const strokes = batch.flatMap((stream) => stream.strokes.map((stroke) => ({ ...stroke, seenOn: stream.seenOn })))
    await addRemembered(tx, 'capture', wholes)
    await addRemembered(tx, 'stroke', strokes)
    return rows.length
  })
}
