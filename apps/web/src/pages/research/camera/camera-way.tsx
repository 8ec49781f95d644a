import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Check, Select } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { session } from '../../../session/session.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { DeleteCodeField, SaveCodeButton } from '../delete-form.tsx'
import { AddressMark, AgreeForm, StepHeading } from '../giving.tsx'
import { Progress } from '../progress.tsx'
import { parseLighting, LIGHTINGS, estimateLighting } from '../upload.ts'
import { describeCameraFailure } from '../words.ts'
import { GuideFigure } from './figure.tsx'
import { createRecorder, type Recorder, type Stage } from './recorder.ts'
import { type Consent, Review, type UploadResult } from './review.tsx'
import { Ready, Running } from './running.tsx'
import { PHASE_MS, PHASES } from './session.ts'

/** Shows the tab for cameras: progress, collected data, phases, and the session itself. A new `turn` reloads the progress. Calls `onGiven` after each upload. */
export function CameraWay({ turn, onGiven }: { turn: number; onGiven: () => void }) {
  return (
    <div class="stack-wide">
      <Progress of="landmarks" turn={turn} />
      <CollectedData />
      <PhaseList />
      <SessionCard onGiven={onGiven} />
    </div>
  )
}

const STRONG = { strong: (text: string) => <strong>{text}</strong> }

/** Explains what a camera session collects, what it doesn't, and how the data is used. */
export function CollectedData() {
  return (
    <div class="columns">
      <Card title={say('What we collect')}>
        <ul class="research-list">
          <li>
            {sayRich(
              '<strong>18 points on your body</strong>, about 30 times a second for 30 seconds: the positions of your head, shoulders, elbows, wrists, hips, knees and ankles.',
              STRONG,
            )}
          </li>
          <li>{say('How lively the motion is: one score and its four parts, calculated on this device.')}</li>
          <li>{say('Your operating system, browser, window size and the lighting you chose.')}</li>
        </ul>
      </Card>
      <Card title={say('What we don’t collect')}>
        <ul class="research-list">
          <li>
            {sayRich(
              '<strong>No pictures.</strong> The camera’s pictures are processed on this device and dropped. None are stored or sent.',
              STRONG,
            )}
          </li>
          <li>{say('No sound, no name, no email address.')}</li>
          <AddressMark />
        </ul>
      </Card>
      <Card title={say('How it’s used')}>
        <p>
          {say(
            'Sessions teach the engine how people move, so that it turns fewer of them away. They’re kept until you delete them.',
          )}
        </p>
        <p>
          {sayRich(
            'After sending, you get a <strong>delete code</strong>. Anyone with this code can delete the session at any time. Without it, no one can tell which session is yours, so keep it.',
            STRONG,
          )}
        </p>
      </Card>
    </div>
  )
}

/** Shows the five phases in advance. */
function PhaseList() {
  return (
    <section class="stack" aria-labelledby="research-phases">
      <h2 id="research-phases">{say('What to do')}</h2>
      <p>
        {say(
          'Stand about two meters from the camera. There are five phases of {seconds} seconds each; a figure shows what to do. Skip anything that hurts. Sitting is fine too, as long as your feet are in the picture.',
          { seconds: PHASE_MS / 1000 },
        )}
      </p>
      <ol class="research-phases">
        {PHASES.map(({ title, words }, index) => (
          <li key={title}>
            <GuideFigure phase={index} />
            <div>
              <h3>
                <span class="figures soft">{index + 1}</span> {title}
              </h3>
              <p class="small soft">{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const TITLES: Readonly<Record<Stage['name'], string>> = {
  closed: say('Give a session'),
  opening: say('Give a session'),
  ready: say('Find your place'),
  running: say('Follow the figure'),
  short: say('That didn’t work'),
  taken: say('Check it before you send it'),
}

/** A session from consent to delete code. Leaving the page turns the camera off. */
function SessionCard({ onGiven }: { onGiven: () => void }) {
  const recorder = useMemo(createRecorder, [])
  useEffect(() => recorder.close, [])
  const [consent, setConsent] = useState<Consent>(() => ({
    lighting: estimateLighting(new Date().getHours()),
    isLabeled: false,
  }))
  const [sent, setSent] = useState<UploadResult | null>(null)
  const { name, trouble } = { trouble: undefined, ...recorder.stage.value }
  const isUntouched = name === 'closed' && trouble === undefined && sent === null
  const title = sent ? say('Thank you') : TITLES[name]
  const handleSent = (next: UploadResult) => {
    recorder.close()
    setSent(next)
    onGiven()
  }
  return (
    <section class={isUntouched ? 'card' : 'card research-open'} aria-labelledby="research-session">
      <StepHeading title={title} />
      {sent ? (
        <Thanks sent={sent} onAgain={() => setSent(null)} />
      ) : (
        <SessionStage recorder={recorder} consent={consent} onConsent={setConsent} onSent={handleSent} />
      )}
    </section>
  )
}

type SessionStageProps = {
  recorder: Recorder
  consent: Consent
  onConsent: (consent: Consent) => void
  onSent: (sent: UploadResult) => void
}

function SessionStage({ recorder, consent, onConsent, onSent }: SessionStageProps) {
  const { stage, sight, open, start, close } = recorder
  const now = stage.value
  if (now.name === 'ready') return <Ready video={now.video} sight={sight} onStart={start} onClose={close} />
  if (now.name === 'running') return <Running video={now.video} sight={sight} moment={now.moment} onStop={close} />
  if (now.name === 'taken') {
    return <Review take={now.take} score={now.score} consent={consent} onSent={onSent} onDiscard={close} />
  }
  if (now.name === 'short') return <ShortcomingNotice stage={now} onAgain={() => void open()} onClose={close} />
  return (
    <div class="stack">
      {now.name === 'closed' && now.trouble !== undefined ? <CameraTrouble trouble={now.trouble} /> : null}
      <ConsentForm consent={consent} onConsent={onConsent} onAgreed={() => void open()} busy={now.name === 'opening'} />
    </div>
  )
}

function CameraTrouble({ trouble }: { trouble: unknown }) {
  const { title, advice } = describeCameraFailure(trouble)
  return (
    <Notice kind="warn" title={title} live>
      <p>{advice}</p>
      <p>{say('The camera is off and nothing was sent.')}</p>
    </Notice>
  )
}

type ShortcomingProps = { stage: Stage & { name: 'short' }; onAgain: () => void; onClose: () => void }

function ShortcomingNotice({ stage: { shortcoming }, onAgain, onClose }: ShortcomingProps) {
  return (
    <div class="stack">
      <Notice kind="warn" title={shortcoming.title} live>
        <p>{shortcoming.advice}</p>
        <p>{say('The camera is off. This session was discarded and nothing was sent.')}</p>
      </Notice>
      <p class="row">
        <Button onClick={onAgain}>{say('Try again')}</Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Not now')}
        </Button>
      </p>
    </div>
  )
}

/** Thanks the person for an uploaded session and shows its delete code. Calls `onAgain` if they want to give another session. */
export function Thanks({ sent, onAgain }: { sent: UploadResult; onAgain: () => void }) {
  return (
    <div class="stack">
      <Notice kind={sent.isUsable ? 'good' : 'warn'} title={say('Your session has arrived. Thank you!')} live>
        {sent.isUsable ? null : say('We couldn’t read its points, so we kept only the rest.')}
      </Notice>
      <DeleteCodeField session={sent} />
      <p>
        {say(
          'Keep this code. This page forgets it when you close the tab, and the service has no copy. Without it, no one can find your session, not even us.',
        )}
      </p>
      <p class="row">
        <SaveCodeButton session={sent} />
        <Button kind="quiet" onClick={onAgain}>
          {say('Give another session')}
        </Button>
      </p>
    </div>
  )
}

type ConsentFormProps = { consent: Consent; onConsent: (consent: Consent) => void; onAgreed: () => void; busy: boolean }

/** Asks for the lighting and for consent, before the camera is requested. */
function ConsentForm({ consent, onConsent, onAgreed, busy }: ConsentFormProps) {
  const light = (
    <Select
      label={say('Lighting')}
      value={consent.lighting}
      options={LIGHTINGS}
      onValue={(name) => onConsent({ ...consent, lighting: parseLighting(name) })}
    />
  )
  return (
    <AgreeForm
      first={light}
      further={session.value ? <LabelCheck consent={consent} onConsent={onConsent} /> : null}
      demand={say('Check the first box if you agree. The camera stays off until you do.')}
      button={busy ? say('Opening the camera…') : say('Turn on camera')}
      note={
        busy
          ? say(
              'Allow the camera if your browser asks. Then the model that finds your joints loads: 10 MB the first time.',
            )
          : say('Your browser will ask too. Nothing is sent until you’ve seen it and pressed Send.')
      }
      busy={busy}
      onAgreed={onAgreed}
    />
  )
}

function LabelCheck({ consent, onConsent }: Pick<ConsentFormProps, 'consent' | 'onConsent'>) {
  return (
    <Check
      label={
        <>
          {say('Label it with a pseudonym of my node (optional).')}{' '}
          <span class="soft">
            {say(
              'Then your sessions can be recognized as coming from one person, but not which one. Erasing your node removes the link.',
            )}
          </span>
        </>
      }
      checked={consent.isLabeled}
      onChecked={(isLabeled) => onConsent({ ...consent, isLabeled })}
    />
  )
}
