import type { AnsweredRounds, ScanError } from '@stillhere/client/capture'
import { NetworkError, ProblemError } from '@stillhere/client/http'
import { describe, expect, it, vi } from 'vitest'
import {
  createStrokeGiver,
  explainStrokeFailure,
  type StrokeAnswer,
  createStrokeBody,
  type StrokeBody,
} from './give-strokes.ts'

const OLD = 'sp_3q2-7wAbCdEfGhIjKlMnOp'
const DEVICE = { os: 'Android', browser: 'Chrome', viewportWidth: 360, viewportHeight: 740 } as const
const ROUNDS: AnsweredRounds = {
  challenge: { challenge_id: 'one', challenge_token: 'sealed' },
  captures: Array.from({ length: 3 }, () => ({
    imu_sequence: { sample_rate_hz: 60, samples: [{ t: 0, accel: [0, 0, 9.8], gyro: [0, 0, 0] }] },
    camera_sequence: [{ t: 0, x: 0.5, y: 0.5 }],
  })),
}
const ANSWER: StrokeAnswer = {
  success: true,
  session_id: 'x',
  usable: true,
  explanation: null,
  stroke_count: 18,
  recorded_count: 0,
  pseudonym: OLD,
  delete_token: 'sd_x',
}

/** Gives to a service that answers like this, one time after the other. */
function giveTo(...answers: (StrokeAnswer | Error)[]) {
  const bodies: StrokeBody[] = []
  const keys: string[] = []
  let pseudonym: string | null = OLD
  let made = 0
  const onSent = vi.fn()
  const deleteUpload = vi.fn(async () => {})
  const giving = createStrokeGiver({
    capture: async () => (made++, ROUNDS),
    write: (answered) => createStrokeBody(answered, { sessionId: `id-${made}`, device: DEVICE, recording: undefined }),
    upload: async (body, { idempotencyKey }) => {
      bodies.push(body)
      keys.push(idempotencyKey)
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer as StrokeAnswer
    },
    deleteUpload,
    pseudonym: () => pseudonym,
    removePseudonym: () => (pseudonym = null),
    onSent,
  })
  return { ...giving, bodies, keys, onSent, deleteUpload, captures: () => made }
}

const RUN = { onCapture: () => {} }

function problem(status: number, code: ProblemError['code'], pointer?: string): ProblemError {
  const errors = pointer === undefined ? [] : [{ pointer, message: 'is not known' }]
  const more = { requestId: undefined, retryAfterMs: 82_800_000 }
  return new ProblemError('uploadResearchStrokes', { status, code, title: '', detail: 'Said so.', errors, ...more })
}

describe('giving strokes', () => {
  it('sends the sensors of three rounds, the consent, the device and the pseudonym, and nothing else', async () => {
    const phases: string[] = []
    const given = giveTo(ANSWER)
    await given.give({ ...RUN, onProgress: ({ phase }) => phases.push(phase) })
    const captures = ROUNDS.captures.map(({ imu_sequence }) => ({ imu_sequence }))
    const device = { ...DEVICE, imuAvailable: true }
    const { challenge } = ROUNDS
    expect(given.bodies).toEqual([{ session_id: 'id-1', consent: true, device, challenge, captures, pseudonym: OLD }])
    expect(given.keys).toEqual(['id-1'])
    expect(given.onSent).toHaveBeenCalledExactlyOnceWith(ANSWER)
    expect(phases).toEqual(['signing'])
  })

  it('includes the consent to recording if it was given, and nothing otherwise', () => {
    const recording = { consent_version: 1, placement: 'pocket' } as const
    const about = { sessionId: 'x', device: DEVICE }
    expect(createStrokeBody(ROUNDS, { ...about, recording })).toMatchObject({ recording })
    expect(createStrokeBody(ROUNDS, { ...about, recording: undefined })).not.toHaveProperty('recording')
  })

  it.each([
    ['a line that broke', new NetworkError('uploadResearchStrokes', 'gone')],
    ['a fault of the service', problem(503, 'UNEXPECTED_ANSWER')],
  ])('sends the same rounds again after %s', async (_, error) => {
    const given = giveTo(error, ANSWER)
    await expect(given.give(RUN)).rejects.toMatchObject({ kind: 'service_unreachable', cause: error })
    await given.give(RUN)
    expect(given.captures()).toBe(1)
    expect(given.keys).toEqual(['id-1', 'id-1'])
    expect(given.onSent).toHaveBeenCalledOnce()
  })

  it('sends the same rounds without the pseudonym if the service no longer knows it', async () => {
    const given = giveTo(problem(400, 'INVALID_REQUEST', '/pseudonym'), ANSWER)
    await expect(given.give(RUN)).rejects.toMatchObject({ kind: 'service_refused', next: 'retry' })
    await given.give(RUN)
    expect(given.captures()).toBe(1)
    expect(given.bodies.map(({ pseudonym }) => pseudonym)).toEqual([OLD, undefined])
  })

  it('captures new rounds after a refusal, and after they were discarded', async () => {
    const given = giveTo(problem(400, 'CHALLENGE_REFUSED'), new NetworkError('uploadResearchStrokes', ''), ANSWER)
    await expect(given.give(RUN)).rejects.toThrow('CHALLENGE_REFUSED')
    await expect(given.give(RUN)).rejects.toMatchObject({ kind: 'service_unreachable' })
    given.discard()
    await given.give(RUN)
    expect(given.keys).toEqual(['id-1', 'id-2', 'id-3'])
  })

  it('deletes what arrives after the person has stopped, and reports it if that fails', async () => {
    const stopped = { ...RUN, signal: AbortSignal.abort() }
    const given = giveTo(ANSWER, ANSWER)
    await given.give(stopped)
    expect(given.deleteUpload).toHaveBeenCalledExactlyOnceWith(ANSWER)
    expect(given.onSent).not.toHaveBeenCalled()
    given.deleteUpload.mockRejectedValueOnce(new Error('offline'))
    await given.give(stopped)
    expect(given.onSent).toHaveBeenCalledOnce()
  })
})

/** What the page says of the failure when the service answers like this. */
async function wordsAfter(error: Error) {
  try {
    await giveTo(error).give(RUN)
  } catch (failure) {
    return explainStrokeFailure(failure as ScanError)
  }
  throw new Error('it should have failed')
}

describe('what is said of a failure', () => {
  it.each([
    [problem(429, 'TOO_MANY_REQUESTS'), 'give_up', 'That’s enough for today from this network', /in 23 hours\.$/],
    [problem(409, 'DUPLICATE_SESSION'), 'give_up', 'This session is already stored', /counts once/],
    [
      problem(400, 'CHALLENGE_REFUSED'),
      'retry',
      'These rounds weren’t accepted',
      /^Said so\. Please record them again\.$/,
    ],
    [
      problem(400, 'INVALID_REQUEST', '/pseudonym'),
      'retry',
      'The service no longer knows your pseudonym',
      /still here/,
    ],
    [new NetworkError('uploadResearchStrokes', ''), 'retry', 'We can’t reach the service', /rounds are still here\.$/],
  ])('%s', async (error, next, title, advice) => {
    expect(await wordsAfter(error)).toMatchObject({ next, title, advice: expect.stringMatching(advice), reason: '' })
  })

  it('is left to the element if nothing was sent yet', async () => {
    expect(await wordsAfter(new NetworkError('requestChallenge', ''))).toBeNull()
    expect(await wordsAfter(new TypeError('a mistake'))).toBeNull()
  })
})
