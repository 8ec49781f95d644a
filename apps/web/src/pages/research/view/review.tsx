import type { PresenceScore } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { useMemo } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { service, serviceForStrangers } from '../../../service.ts'
import { formatNumber } from '../../../words/format.ts'
import { say } from '../../../words/speak.ts'
import { readDevice } from '../flow/device.ts'
import { SESSION_MS } from '../flow/phases.ts'
import type { Take } from '../flow/take.ts'
import { LIGHTINGS, type UploadBody, uploadBody } from '../flow/upload-body.ts'
import { rememberUpload } from '../flow/uploaded-sessions.ts'
import { describeUploadFailure } from '../flow/words.ts'
import type { Consent } from './consent-form.tsx'
import { Replay } from './replay.tsx'

/** What came of sending. */
export type Sent = { sessionId: string; deleteToken: string; isUsable: boolean }

type ReviewProps = {
  take: Take
  score: PresenceScore
  consent: Consent
  onSent: (sent: Sent) => void
  onDiscard: () => void
}

/** The session as it would be sent. Nothing has left the device yet. */
export function Review({ take, score, consent, onSent, onDiscard }: ReviewProps) {
  // One id for one session, however often it is tried: the service then answers the same again.
  const body = useMemo(() => writeBody(take, score, consent), [take])
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

function writeBody(take: Take, score: PresenceScore, { lighting }: Consent): UploadBody {
  const device = readDevice(navigator.userAgent, { width: innerWidth, height: innerHeight })
  return uploadBody(take, score, { sessionId: crypto.randomUUID(), device, lighting })
}

async function sendBody(body: UploadBody, { isLabeled }: Consent): Promise<Sent> {
  const sender = isLabeled ? service : serviceForStrangers
  const answer = await sender.uploadResearch(body, { idempotencyKey: body.session_id })
  const given = { sessionId: answer.session_id, deleteToken: answer.delete_token }
  rememberUpload(given)
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
