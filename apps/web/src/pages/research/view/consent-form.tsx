import { Check, Select } from '../../../parts/field.tsx'
import { session } from '../../../session/session.ts'
import { say } from '../../../words/speak.ts'
import { LIGHTINGS, type Lighting, lightingNamed } from '../flow/upload-body.ts'
import { AgreeForm } from './agree-form.tsx'

/** What the person chose before the camera was asked for. */
export type Consent = { lighting: Lighting; isLabeled: boolean }

type ConsentFormProps = { consent: Consent; onConsent: (consent: Consent) => void; onAgreed: () => void; busy: boolean }

/** Light and consent; nothing is asked of the camera before. */
export function ConsentForm({ consent, onConsent, onAgreed, busy }: ConsentFormProps) {
  const light = (
    <Select
      label={say('Lighting')}
      value={consent.lighting}
      options={LIGHTINGS}
      onValue={(name) => onConsent({ ...consent, lighting: lightingNamed(name) })}
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
