import '@stillhere/client/jsx/preact'
import '../../../parts/scan-element.css'
import type { ScanElement } from '@stillhere/client/element'
import { useRef, useState } from 'preact/hooks'
import { AgreeForm } from '../view/agree-form.tsx'
import { StepHeading } from '../view/step-heading.tsx'
import { StrokeThanks } from './stroke-thanks.tsx'
import { explainStrokeFailure, STROKE_WORDS } from './stroke-words.ts'
import { useGiving } from './use-giving.ts'

type StrokeCardProps = {
  onGiven: () => void
  /** There are no sensors here. */
  onLost: () => void
}

/** Consent, then three rounds in the element, then thanks. */
export function StrokeCard(props: StrokeCardProps) {
  const [isAgreed, setAgreed] = useState(false)
  return (
    <section class={isAgreed ? 'stack' : 'card'} aria-labelledby="research-session">
      <StepHeading title={isAgreed ? 'Follow the arrows' : 'Give three rounds'} />
      {isAgreed ? (
        <Rounds {...props} />
      ) : (
        <AgreeForm
          demand="Tick the box if you agree. Without that nothing is read."
          button="Go on"
          note="The browser may ask for the motion sensors then. The rounds are sent when the third is done."
          onAgreed={() => setAgreed(true)}
        />
      )}
    </section>
  )
}

function Rounds({ onGiven, onLost }: StrokeCardProps) {
  const element = useRef<ScanElement>(null)
  const { state, sent, give, listeners } = useGiving({ onGiven, onLost })
  return (
    <div class={`scan-${state}`}>
      <stillhere-scan ref={element} record={give} words={STROKE_WORDS} explain={explainStrokeFailure} {...listeners}>
        <div slot="intro" class="stack">
          <p>
            Hold the phone in one hand, elbow bent. When an arrow lights up, move the phone that way at once, a hand’s
            width, and stop there. Six arrows, three times; a round that you miss comes again.
          </p>
        </div>
        {sent && state === 'recorded' ? <StrokeThanks sent={sent} /> : null}
      </stillhere-scan>
    </div>
  )
}
