import '@stillhere/client/jsx/preact'
import '../../../parts/scan-element.css'
import type { ScanElement } from '@stillhere/client/element'
import { useRef, useState } from 'preact/hooks'
import { say } from '../../../words/speak.ts'
import { AgreeForm } from '../view/agree-form.tsx'
import { StepHeading } from '../view/step-heading.tsx'
import { RecordingConsent } from './recording-consent.tsx'
import { StrokeThanks } from './stroke-thanks.tsx'
import { explainStrokeFailure, STROKE_WORDS } from './stroke-words.ts'
import { type Placement, useGiving } from './use-giving.ts'

type StrokeCardProps = {
  onGiven: () => void
  /** There are no sensors here. */
  onLost: () => void
}

/** Consent, then three rounds in the element, then thanks. */
export function StrokeCard(props: StrokeCardProps) {
  const [isAgreed, setAgreed] = useState(false)
  const [placement, setPlacement] = useState<Placement | null>(null)
  return (
    <section class={isAgreed ? 'stack' : 'card'} aria-labelledby="research-session">
      <StepHeading title={isAgreed ? say('Follow the arrows') : say('Record three rounds')} />
      {isAgreed ? (
        <Rounds {...props} placement={placement} />
      ) : (
        <AgreeForm
          further={<RecordingConsent placement={placement} onPlacement={setPlacement} />}
          demand={say('Check the first box if you agree. Nothing is recorded until you do.')}
          button={say('Continue')}
          note={say('Your browser may ask for access to the motion sensors. The rounds are sent after the third one.')}
          onAgreed={() => setAgreed(true)}
        />
      )}
    </section>
  )
}

function Rounds({ placement, onGiven, onLost }: StrokeCardProps & { placement: Placement | null }) {
  const element = useRef<ScanElement>(null)
  const { state, sent, give, listeners } = useGiving({ placement, onGiven, onLost })
  return (
    <div class={`scan-${state}`}>
      <stillhere-scan ref={element} record={give} words={STROKE_WORDS} explain={explainStrokeFailure} {...listeners}>
        <div slot="intro" class="stack">
          <p>
            {say(
              'Hold the phone in one hand, elbow bent. When an arrow lights up, move the phone that way at once, about a hand’s width, and stop. Six arrows, three times. If you miss a round, you get another try.',
            )}
          </p>
        </div>
        {sent && state === 'recorded' ? <StrokeThanks sent={sent} /> : null}
      </stillhere-scan>
    </div>
  )
}
