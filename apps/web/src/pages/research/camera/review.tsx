import type { PresenceScore } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { saveFile } from '../../../parts/browser.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { useAction } from '../../../parts/request.ts'
import { service, serviceForStrangers } from '../../../service.ts'
import { formatNumber, say } from '../../../words/speak.ts'
import { addUploadedSession } from '../delete-code.ts'
import { LIGHTINGS, type Lighting, readDevice, type UploadBody, createUploadBody } from '../upload.ts'
import { describeUploadFailure } from '../words.ts'
import { useCalm } from './figure.tsx'
import { Points } from './running.tsx'
import { type Frame, SESSION_MS, type Take } from './session.ts'

/** The person's choices before the camera is requested. */
export type Consent = { lighting: Lighting; isLabeled: boolean }

/** Result of an upload. */
export type UploadResult = { sessionId: string; deleteToken: string; isUsable: boolean }

type ReviewProps = {
  take: Take
  score: PresenceScore
  consent: Consent
  onSent: (sent: UploadResult) => void
  onDiscard: () => void
}

/** Shows a captured session before anything is sent, with buttons to send, save or discard it. Calls `onSent` after the upload, or `onDiscard`. */
export function Review({ take, score, consent, onSent, onDiscard }: ReviewProps) {
  // One ID per session, so that the service answers a retry with the same response.
  const body = useMemo(() => createBody(take, score, consent), [take])
  const { run, isBusy, error } = useAction()
  const send = () => run(async () => onSent(await sendBody(body, consent)))
  return (
    <div class="research-stage">
      <Replay take={take} />
      <div class="stack">
        <p>{say('The camera is off. This is everything we’d get. Take a look, then send or discard it.')}</p>
        <Facts facts={listFacts(take, score, body)} />
        <Failure error={error} wordsFor={describeUploadFailure}>
          {isFinal(error) ? null : <p>{say('Your session stays here as long as this page is open.')}</p>}
        </Failure>
        <p class="row">
          {isFinal(error) ? null : (
            <Button busy={isBusy} onClick={send}>
              {error ? say('Send again') : say('Send')}
            </Button>
          )}
          <Button
            kind="quiet"
            onClick={() => saveFile('stillhere-session.json', JSON.stringify(body), 'application/json')}
          >
            {say('Save a copy')}
          </Button>
          <Button kind="quiet" onClick={onDiscard}>
            {say('Discard')}
          </Button>
        </p>
      </div>
    </div>
  )
}

function isFinal(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'DUPLICATE_SESSION'
}

function createBody(take: Take, score: PresenceScore, { lighting }: Consent): UploadBody {
  const device = readDevice(navigator.userAgent, { width: innerWidth, height: innerHeight })
  return createUploadBody(take, score, { sessionId: crypto.randomUUID(), device, lighting })
}

async function sendBody(body: UploadBody, { isLabeled }: Consent): Promise<UploadResult> {
  const sender = isLabeled ? service : serviceForStrangers
  const answer = await sender.uploadResearch(body, { idempotencyKey: body.session_id })
  const given = { sessionId: answer.session_id, deleteToken: answer.delete_token }
  addUploadedSession(given)
  return { ...given, isUsable: answer.usable }
}

function listFacts(take: Take, { score }: PresenceScore, { device, lighting }: UploadBody): [string, string][] {
  const whole = Math.round((100 * take.wholeFrames) / take.frames.length)
  return [
    [say('Length'), say('{seconds} seconds in five phases', { seconds: SESSION_MS / 1000 })],
    [say('Points'), say('{frames} × 18, whole body in {percent}%', { frames: take.frames.length, percent: whole })],
    [say('Presence score'), say('{score}, calculated on this device', { score: formatNumber(score, 2) })],
    [
      say('Device'),
      say('{os}, {browser}, window {size}', {
        os: device.os,
        browser: device.browser,
        size: `${device.viewportWidth} × ${device.viewportHeight}`,
      }),
    ],
    [say('Lighting'), LIGHTINGS.find(({ value }) => value === lighting)?.label ?? lighting],
  ]
}

// Fast enough to see it all, slow enough to recognize it.
const SPEED = 2

/** Plays the session's points in a loop. */
function Replay({ take: { frames, aspect } }: { take: Take }) {
  const isCalm = useCalm()
  const [at, setAt] = useState(Math.floor(frames.length / 2))
  useEffect(() => (isCalm ? undefined : runReplay(frames, setAt)), [isCalm, frames])
  return (
    <div
      class="research-mirror research-paper"
      role="img"
      aria-label={say('The points of your session, playing in a loop')}
    >
      <Points joints={frames[at]?.joints ?? []} aspect={aspect} />
    </div>
  )
}

function runReplay(frames: readonly Frame[], show: (index: number) => void): () => void {
  const lengthMs = Math.max(1, frames.at(-1)?.t ?? 0)
  const began = performance.now()
  const drawFrame = (now: number) => {
    const ms = (Math.max(0, now - began) * SPEED) % lengthMs
    show(
      Math.max(
        0,
        frames.findIndex(({ t }) => t >= ms),
      ),
    )
    frame = requestAnimationFrame(drawFrame)
  }
  let frame = requestAnimationFrame(drawFrame)
  return () => cancelAnimationFrame(frame)
}
