import { type AnsweredRounds, ScanError, type ScanProgress } from '@stillhere/client/capture'
import type { EnrollRun, Explanation, OwnWords } from '@stillhere/client/element'
import { CallError, type InputOf, type OutputOf, ProblemError } from '@stillhere/client/http'
import { fieldErrors } from '../../../parts/failure-words.ts'
import { say } from '../../../words/speak.ts'
import type { Device } from '../upload.ts'
import { describeUploadFailure } from '../words.ts'

/** What the element says here in place of its own words. */
export const STROKE_WORDS: OwnWords = {
  start: say('Start'),
  capture: (number, of) => say('Round {number} of {of}', { number, of }),
  signing: say('Sending'),
  recorded: say('Thank you'),
}

/** What this page knows better about a failure than the element does; null where it knows nothing. */
export function explainStrokeFailure({ cause }: ScanError): Explanation | null {
  if (isPseudonymUnknown(cause)) return PSEUDONYM_UNKNOWN
  // A challenge that could not be had is told by the element.
  if (!(cause instanceof CallError) || cause.call !== 'uploadResearchStrokes') return null
  const { title, advice } = describeUploadFailure(cause)
  const kept = cause instanceof ProblemError && cause.status < 500 ? '' : ` ${say('Your three rounds are still here.')}`
  return { title: title.replace(/\.$/, ''), reason: '', advice: `${advice}${kept}`, next: findNextStep(cause) }
}

function findNextStep(cause: CallError): 'retry' | 'give_up' {
  if (!(cause instanceof ProblemError)) return 'retry'
  return cause.status === 429 || cause.code === 'DUPLICATE_SESSION' ? 'give_up' : 'retry'
}

const PSEUDONYM_UNKNOWN: Explanation = {
  title: say('The service no longer knows your pseudonym'),
  reason: '',
  advice: say(
    'Everything stored under it has been deleted. Try again: your three rounds are still here and will get a new one.',
  ),
  next: 'retry',
}

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

type StrokeGiver = {
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
export function createStrokeGiver(around: Surroundings): StrokeGiver {
  // One id for one session, however often it is tried: the service then answers the same again.
  let unsent: Omit<StrokeBody, 'pseudonym'> | null = null
  const runSession = async (run: EnrollRun) => {
    unsent ??= around.write(await around.capture(run))
    run.onProgress?.(SENDING)
    try {
      const answer = await send(unsent)
      unsent = null
      await handleAnswer(answer, run.signal?.aborted === true)
    } catch (error) {
      if (isPseudonymUnknown(error)) around.dropPseudonym()
      else if (!isTemporary(error)) unsent = null
      throw toScanError(error)
    }
  }
  const send = (body: Omit<StrokeBody, 'pseudonym'>) => {
    const pseudonym = around.pseudonym()
    return around.upload(pseudonym === null ? body : { ...body, pseudonym }, { idempotencyKey: body.session_id })
  }
  // Nobody knows how far an upload is that is broken off; so it arrives, and whoever stopped meanwhile gets it deleted at once.
  const handleAnswer = async (answer: StrokeAnswer, isStopped: boolean) => {
    if (!isStopped) return around.onSent(answer)
    await around.takeBack(answer).catch(() => around.onSent(answer))
  }
  return { give: runSession, discard: () => (unsent = null) }
}

/** Whether the service has nothing under this pseudonym any more: then the same rounds go under a new one. */
function isPseudonymUnknown(error: unknown): boolean {
  return 'pseudonym' in fieldErrors(error)
}

// The line, or a fault of the service: what was refused for a reason would be refused again.
function isTemporary(error: unknown): boolean {
  return error instanceof ProblemError ? error.status >= 500 : error instanceof CallError
}

function toScanError(error: unknown): ScanError {
  const kind = isTemporary(error) ? 'service_unreachable' : 'service_refused'
  const message = error instanceof Error ? error.message : String(error)
  return new ScanError(kind, message, { cause: error, next: 'retry' })
}

/** All that is sent of strokes. */
export type StrokeBody = InputOf<'uploadResearchStrokes'>

/** What the person agreed to beside giving strokes, or undefined; the number is that of the text they read. */
export type RecordingDetails = StrokeBody['recording']

/** What belongs to strokes beside their motion. */
type Circumstances = { sessionId: string; device: Device; recording: RecordingDetails }

/** All that is sent, and nothing else; the pseudonym is added when it is sent. */
export function createStrokeBody(
  { challenge, captures }: AnsweredRounds,
  { sessionId, device, recording }: Circumstances,
): Omit<StrokeBody, 'pseudonym'> {
  const sensors = captures.map(({ imu_sequence }) => ({ imu_sequence }))
  return {
    session_id: sessionId,
    consent: true,
    device: { ...device, imuAvailable: true },
    challenge,
    captures: sensors,
    ...(recording && { recording }),
  }
}
