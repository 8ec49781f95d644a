import { setTimeout as delay } from 'node:timers/promises'
import type { Challenge } from '@stillhere/engine'
import type { Row } from '../world/parts.ts'
import { type Fleet, PROCESSES, startFleet } from '../world/service.ts'
import { type Answer, beginScan, enroll, type LiveScan, post } from './live-scans.ts'

const CALLS = 200
const STEPS = 6
const [ADA, EVE] = [10, 18]

/** Advances live challenges from everywhere at once, and kills processes in the middle of others; throws at the first promise that is broken. */
export async function breakLiveChallenges(): Promise<Row[]> {
  const fleet = await startFleet()
  try {
    const [ada, eve] = await Promise.all([
      enroll(fleet.nth(0).address, ADA),
      enroll(fleet.nth(1).address, EVE),
      stormSteps(fleet),
    ])
    // After the last step comes the answer.
    for (let step = 0; step <= STEPS; step++) await killAtStep(fleet, step, { ada, eve })
    return [
      {
        what: `${CALLS} calls for one step at once over ${PROCESSES} processes; kill -9 at each step of a scan`,
        must: 'each step is made once, and a killed process costs no other scan',
        seen: `${STEPS} storms, ${STEPS + 1} kills: it was so`,
        holds: true,
      },
    ]
  } finally {
    await fleet.stop()
  }
}

async function stormSteps(fleet: Fleet): Promise<void> {
  for (let step = 0; step < STEPS; step++) await stormStep(fleet, step)
}

/** The strokes of a live challenge, which only the service knows. */
async function peek(fleet: Fleet, id: string): Promise<Challenge> {
  const row = await fleet.nth(0).ask('readLiveChallenge', { id })
  if (!row) throw new Error('there is no such live challenge')
  return row.challenge as Challenge
}

const stepPath = (id: string) => `/api/challenge/${id}/next`

/** One step of a challenge, asked for by many at once over all processes: one of them makes it. */
async function stormStep(fleet: Fleet, step: number): Promise<void> {
  const scan = await beginScan(fleet.nth(step).address, ADA, (id) => peek(fleet, id))
  for (let before = 0; before < step; before++) await makeStep(fleet, scan, before)
  await scan.untilStep(step)
  const began = performance.now()
  const tries = Array.from({ length: CALLS }, (_, index) =>
    post(fleet.nth(index).address, stepPath(scan.id), {
      ...scan.steps[step],
      commitment: index.toString(16).padStart(64, '0'),
    }),
  )
  const statuses = Object.groupBy(await Promise.all(tries), ({ status }) => String(status))
  const counts = Object.entries(statuses).map(([status, answers]) => `${status}: ${answers?.length}`)
  const row = await fleet.nth(0).ask('readLiveChallenge', { id: scan.id })
  console.log(
    `step ${step + 1}, ${CALLS} calls over ${PROCESSES} processes in ${Math.round(performance.now() - began)} ms: ${counts.join(', ')}`,
  )
  demand(statuses[200]?.length === 1, `step ${step + 1} was made ${statuses[200]?.length ?? 0} times`)
  demand(statuses[409]?.length === CALLS - 1, `step ${step + 1} was refused otherwise than by 409`)
  demand(row?.step === step + 1 && row.ended !== null, `the challenge stands at step ${row?.step}, or goes on`)
}

async function makeStep(fleet: Fleet, scan: LiveScan, step: number, at = step): Promise<void> {
  await scan.untilStep(step)
  const { status, body } = await post(fleet.nth(at).address, stepPath(scan.id), scan.steps[step] ?? {})
  demand(status === 200, `step ${step + 1} was answered ${status}: ${JSON.stringify(body)}`)
}

/** Kills the process of one scan while a call of it is under way; another scan, begun on the same process, goes on elsewhere. */
async function killAtStep(fleet: Fleet, step: number, enrolled: { ada: unknown; eve: unknown }): Promise<void> {
  const victim = 1 + (step % (PROCESSES - 1))
  const scans = [ADA, EVE].map((person) => beginScan(fleet.nth(victim).address, person, (id) => peek(fleet, id)))
  const [ada, eve] = (await Promise.all(scans)) as [LiveScan, LiveScan]
  const goOn = finishElsewhere(fleet, eve, { enrollment: enrolled.eve, victim })
  // Its result is awaited below; until then a rejection must not go unhandled.
  goOn.catch(() => {})
  for (let before = 0; before < step; before++) await makeStep(fleet, ada, before, victim)
  await ada.untilStep(step)
  const call = callOf(ada, step, enrolled.ada)
  const cut = post(fleet.nth(victim).address, call.path, call.body)
  await delay(KILL_AFTER_MS[step] ?? 0)
  await fleet.nth(victim).kill()
  const { status } = await cut
  const [{ now: killedAt } = {}] = await fleet.nth(0).ask('query', { text: 'SELECT now()::text' })
  const again = await post(fleet.nth(victim + 1).address, call.path, call.body)
  const row = await fleet.nth(0).ask('readLiveChallenge', { id: ada.id })
  const verdict = await goOn
  console.log(
    `kill -9 at ${call.name}: the call was answered ${status || 'not at all'}, elsewhere ${describe(again)}; the other scan: ${verdict}`,
  )
  demand([200, 409].includes(again.status), `the same call elsewhere was answered ${again.status}`)
  const chain = row && row.step > 0 ? ada.steps[row.step - 1]?.commitment : undefined
  demand(!row || row.step === 0 || row.chain === chain, 'the state is no step that the scan made')
  demand(verdict === 'verified' || verdict === 'judged', `the other scan is ${verdict}`)
  await demandCleanDatabase(fleet, String(killedAt))
  await fleet.restart(victim)
}

// From before the service has read the call to after it has answered.
const KILL_AFTER_MS = [0, 2, 4, 6, 8, 12, 60]

function callOf(scan: LiveScan, step: number, enrollment: unknown): { name: string; path: string; body: object } {
  if (step === STEPS) return { name: 'the answer', path: '/api/verify', body: scan.toAnswer(enrollment) }
  return { name: `step ${step + 1}`, path: stepPath(scan.id), body: scan.steps[step] ?? {} }
}

// Synthetic people repeat themselves now and then, or are unlike themselves. That is looked for only where challenge and commitments hold.
const OF_MOTION = new Set(['replay_detected', 'motion_signature_mismatch', 'below_threshold'])

async function finishElsewhere(
  fleet: Fleet,
  scan: LiveScan,
  { enrollment, victim }: { enrollment: unknown; victim: number },
): Promise<string> {
  const others = [1, 2, 3].map((further) => victim + further)
  for (let step = 0; step < STEPS; step++) await makeStep(fleet, scan, step, others[step % others.length])
  const { status, body } = await post(fleet.nth(victim + 1).address, '/api/verify', scan.toAnswer(enrollment))
  const { verified, rejection_reason: reason = '', explanation } = body
  if (verified) return 'verified'
  return OF_MOTION.has(reason) ? 'judged' : `${status} ${reason} ${explanation}`
}

function describe({ status, body: { error, rejection_reason: reason, verified, step } }: Answer): string {
  return `${status} ${error ?? reason ?? (verified ? 'verified' : `step ${step}`)}`
}

/** Nothing that was begun before a process was killed is still open, and no challenge is half written. */
async function demandCleanDatabase(fleet: Fleet, killedAt: string): Promise<void> {
  const { ask } = fleet.nth(0)
  const open = await ask('query', {
    text: `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND xact_start < '${killedAt}'`,
  })
  demand(open.length === 0, `${open.length} transactions are open that began before the kill`)
  const halves = await ask('query', {
    text: 'SELECT id FROM live_challenge WHERE cardinality(elapsed_ms) <> step OR (began_at IS NULL) <> (step = 0)',
  })
  demand(halves.length === 0, `${halves.length} challenges are half written`)
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}
