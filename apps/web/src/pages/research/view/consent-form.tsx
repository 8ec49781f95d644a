import { Check, Select } from '../../../parts/field.tsx'
import { session } from '../../../session/session.ts'
import { LIGHTINGS, type Lighting, lightingNamed } from '../flow/upload-body.ts'
import { AgreeForm } from './agree-form.tsx'

/** What the person chose before the camera was asked for. */
export type Consent = { lighting: Lighting; isLabeled: boolean }

type ConsentFormProps = { consent: Consent; onConsent: (consent: Consent) => void; onAgreed: () => void; busy: boolean }

/** Light and consent; nothing is asked of the camera before. */
export function ConsentForm({ consent, onConsent, onAgreed, busy }: ConsentFormProps) {
  const light = (
    <Select
      label="The light where you are"
      value={consent.lighting}
      options={LIGHTINGS}
      onValue={(name) => onConsent({ ...consent, lighting: lightingNamed(name) })}
    />
  )
  return (
    <AgreeForm
      first={light}
      further={session.value ? <LabelCheck consent={consent} onConsent={onConsent} /> : null}
      demand="Tick the first box if you agree. Without that the camera stays off."
      button={busy ? 'Opening the camera…' : 'Turn the camera on'}
      note={
        busy
          ? 'Allow the camera if the browser asks. Then the model that finds your joints is loaded: 10 MB the first time.'
          : 'The browser asks you once more. Nothing is sent before you have seen it and pressed Send.'
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
          Mark it with a pseudonym of my node (optional).{' '}
          <span class="soft">
            Your sessions can then be told to be one person’s, but not whose. Erasing your node cuts the link.
          </span>
        </>
      }
      checked={consent.isLabeled}
      onChecked={(isLabeled) => onConsent({ ...consent, isLabeled })}
    />
  )
}
