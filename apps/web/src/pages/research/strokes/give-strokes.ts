import { type AnsweredRounds, ScanError, type ScanProgress } from '@stillhere/client/capture'
import type { EnrollRun } from '@stillhere/client/element'
import { CallError, type OutputOf, ProblemError } from '@stillhere/client/http'
import { fieldErrors } from '../../../parts/failure-words.ts'
import type { StrokeBody } from './stroke-body.ts'

export type StrokeAnswer = OutputOf<'uploadResearchStrokes'>

/** What giving needs of the page around it. */
type Surroundings = {
  capture: (run: EnrollRun) => Promise<AnsweredRounds>
  write: (answered: AnsweredRounds) => Omit<StrokeBody, 'pseudonym'>
  upload: (body: StrokeBody, options: { idempotencyKey: string }) => Promise<StrokeAnswer>
  takeBack: (answer: StrokeAnswer) => Promise<unknown>
  pseudonym: () => string | null
  dropPseudonym: () => void
  onSent: (answer: StrokeAnswer) => void
}

export type Giving = {
  /** Captures three rounds and sends them; after a failure of the line it sends the same rounds again. */
  give: (run: EnrollRun) => Promise<void>
  /** Lets go of rounds that were not sent. */
  discard: () => void
}

const SENDING: ScanProgress = {
  phase: 'signing',
  mode: 'sensors',
  secondsLeft: 0,
  elapsedMs: 0,
  durationMs: 0,
  score: null,
  parts: null,
  hint: null,
  stroke: null,
}

/** Gives strokes, one session at a time. */
export function createGiving(around: Surroundings): Giving {
  // One id for one session, however often it is tried: the service then answers the same again.
  let unsent: Omit<StrokeBody, 'pseudonym'> | null = null
  const give = async (run: EnrollRun) => {
    unsent ??= around.write(await around.capture(run))
    run.onProgress?.(SENDING)
    try {
      const answer = await send(unsent)
      unsent = null
      await settle(answer, run.signal?.aborted === true)
    } catch (error) {
      if (isPseudonymUnknown(error)) around.dropPseudonym()
      else if (!canComeLater(error)) unsent = null
      throw toScanError(error)
    }
  }
  const send = (body: Omit<StrokeBody, 'pseudonym'>) => {
    const pseudonym = around.pseudonym()
    return around.upload(pseudonym === null ? body : { ...body, pseudonym }, { idempotencyKey: body.session_id })
  }
  // Nobody knows how far an upload is that is broken off; so it arrives, and whoever stopped meanwhile gets it deleted at once.
  const settle = async (answer: StrokeAnswer, isStopped: boolean) => {
    if (!isStopped) return around.onSent(answer)
    await around.takeBack(answer).catch(() => around.onSent(answer))
  }
  return { give, discard: () => (unsent = null) }
}

/** Whether the service has nothing under this pseudonym any more: then the same rounds go under a new one. */
export function isPseudonymUnknown(error: unknown): boolean {
  return 'pseudonym' in fieldErrors(error)
}

// The line, or a fault of the service: what was refused for a reason would be refused again.
function canComeLater(error: unknown): boolean {
  return error instanceof ProblemError ? error.status >= 500 : error instanceof CallError
}

function toScanError(error: unknown): ScanError {
  const kind = canComeLater(error) ? 'service_unreachable' : 'service_refused'
  const message = error instanceof Error ? error.message : String(error)
  return new ScanError(kind, message, { cause: error, next: 'retry' })
}
