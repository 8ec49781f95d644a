import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { createRecorder, type Recorder, type Stage } from '../flow/recorder.ts'
import { likelyLighting } from '../flow/upload-body.ts'
import { describeCameraFailure } from '../flow/words.ts'
import { type Consent, ConsentForm } from './consent-form.tsx'
import { Review, type Sent } from './review.tsx'
import { Ready, Running } from './running.tsx'
import { StepHeading } from './step-heading.tsx'
import { Thanks } from './thanks.tsx'

const TITLES: Readonly<Record<Stage['name'], string>> = {
  closed: say('Give a session'),
  opening: say('Give a session'),
  ready: say('Find your place'),
  running: say('Follow the figure'),
  short: say('That didn’t work'),
  taken: say('Check it before you send it'),
}

/** One session from consent to delete code. Whoever leaves the page switches the camera off. */
export function SessionCard({ onGiven }: { onGiven: () => void }) {
  const recorder = useMemo(createRecorder, [])
  useEffect(() => recorder.close, [])
  const [consent, setConsent] = useState<Consent>(() => ({
    lighting: likelyLighting(new Date().getHours()),
    isLabeled: false,
  }))
  const [sent, setSent] = useState<Sent | null>(null)
  const { name, trouble } = { trouble: undefined, ...recorder.stage.value }
  const isUntouched = name === 'closed' && trouble === undefined && sent === null
  const title = sent ? say('Thank you') : TITLES[name]
  const take = (next: Sent) => {
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
        <Now recorder={recorder} consent={consent} onConsent={setConsent} onSent={take} />
      )}
    </section>
  )
}

type NowProps = {
  recorder: Recorder
  consent: Consent
  onConsent: (consent: Consent) => void
  onSent: (sent: Sent) => void
}

function Now({ recorder, consent, onConsent, onSent }: NowProps) {
  const { stage, sight, open, start, close } = recorder
  const now = stage.value
  if (now.name === 'ready') return <Ready video={now.video} sight={sight} onStart={start} onClose={close} />
  if (now.name === 'running') return <Running video={now.video} sight={sight} moment={now.moment} onStop={close} />
  if (now.name === 'taken') {
    return <Review take={now.take} score={now.score} consent={consent} onSent={onSent} onDiscard={close} />
  }
  if (now.name === 'short') return <Short stage={now} onAgain={() => void open()} onClose={close} />
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

type ShortProps = { stage: Stage & { name: 'short' }; onAgain: () => void; onClose: () => void }

function Short({ stage: { shortcoming }, onAgain, onClose }: ShortProps) {
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
