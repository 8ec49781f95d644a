import { type AnsweredRounds, ScanError, type ScanProgress } from '@stillhere/client/capture'
import type { EnrollRun, Explanation, OwnWords } from '@stillhere/client/element'
import { CallError, type InputOf, type OutputOf, ProblemError } from '@stillhere/client/http'
import { listFieldErrors } from '../../../parts/failure.tsx'
import { say } from '../../../words/speak.ts'
import type { Device } from '../upload.ts'
import { describeUploadFailure } from '../words.ts'

export type StrokeAnswer = OutputOf<'uploadResearchStrokes'>

/** The functions that the stroke giver needs: capture, upload, and this browser's memory of the pseudonym. */
type GiverPage = {
  capture: (run: EnrollRun) => Promise<AnsweredRounds>
  write: (answered: AnsweredRounds) => Omit<StrokeBody, 'pseudonym'>
  upload: (body: StrokeBody, options: { idempotencyKey: string }) => Promise<StrokeAnswer>
  deleteUpload: (answer: StrokeAnswer) => Promise<unknown>
  pseudonym: () => string | null
  removePseudonym: () => void
  onSent: (answer: StrokeAnswer) => void
}

type StrokeGiver = {
  /** Captures three rounds and uploads them. After a temporary failure, the next call uploads the same rounds again. */
  give: (run: EnrollRun) => Promise<void>
  /** Discards rounds that have not been sent. */
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

/** Creates a stroke giver, which captures three rounds and uploads them as one session. `page` supplies the capture, the upload and this browser's memory of the pseudonym. */
export function createStrokeGiver(page: GiverPage): StrokeGiver {
  // One ID per session, so that the service answers a retry with the same response.
  let unsent: Omit<StrokeBody, 'pseudonym'> | null = null
  const runSession = async (run: EnrollRun) => {
    unsent ??= page.write(await page.capture(run))
    run.onProgress?.(SENDING)
    try {
      const answer = await send(unsent)
      unsent = null
      await handleAnswer(answer, run.signal?.aborted === true)
    } catch (error) {
      if (isPseudonymUnknown(error)) page.removePseudonym()
      else if (!isTemporary(error)) unsent = null
      throw toScanError(error)
    }
  }
  const send = (body: Omit<StrokeBody, 'pseudonym'>) => {
    const pseudonym = page.pseudonym()
    return page.upload(pseudonym === null ? body : { ...body, pseudonym }, { idempotencyKey: body.session_id })
  }
  // Aborting an upload wouldn't tell whether it arrived. So it completes, and is deleted at once if the person has stopped in the meantime.
  const handleAnswer = async (answer: StrokeAnswer, isStopped: boolean) => {
    if (!isStopped) return page.onSent(answer)
    await page.deleteUpload(answer).catch(() => page.onSent(answer))
  }
  return { give: runSession, discard: () => (unsent = null) }
}

/** Returns true if the service no longer knows the pseudonym. The same rounds can then be sent under a new pseudonym. */
function isPseudonymUnknown(error: unknown): boolean {
  return 'pseudonym' in listFieldErrors(error)
}

// Network failures and server errors may pass; a refusal would be repeated.
function isTemporary(error: unknown): boolean {
  return error instanceof ProblemError ? error.status >= 500 : error instanceof CallError
}

function toScanError(error: unknown): ScanError {
  const kind = isTemporary(error) ? 'service_unreachable' : 'service_refused'
  const message = error instanceof Error ? error.message : String(error)
  return new ScanError(kind, message, { cause: error, next: 'retry' })
}

/** The body of an upload of strokes. */
export type StrokeBody = InputOf<'uploadResearchStrokes'>

/** The consent to whole recordings, or undefined without it. `consent_version` is the version of the text that was shown. */
export type RecordingDetails = StrokeBody['recording']

/** The context of a session of strokes. */
type Circumstances = { sessionId: string; device: Device; recording: RecordingDetails }

/** Creates the body of an upload of strokes: the sensor samples of each round and the context of the session. The pseudonym is added when it's sent. */
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

/** The scan element's texts on this page. */
export const STROKE_WORDS: OwnWords = {
  start: say('Start'),
  capture: (number, of) => say('Round {number} of {of}', { number, of }),
  signing: say('Sending'),
  recorded: say('Thank you'),
}

/** Explains a failed upload of strokes. Returns null for all other failures, which the scan element explains itself. */
export function explainStrokeFailure({ cause }: ScanError): Explanation | null {
  if (isPseudonymUnknown(cause)) return PSEUDONYM_UNKNOWN
  // The element itself explains a challenge that could not be loaded.
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
