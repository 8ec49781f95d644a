import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Check, Select } from '../../../parts/field.tsx'
import { session } from '../../../session/session.ts'
import { LIGHTINGS, type Lighting, lightingNamed } from '../flow/upload-body.ts'

/** What the person chose before the camera was asked for. */
export type Consent = { lighting: Lighting; isLabeled: boolean }

type ConsentFormProps = { consent: Consent; onConsent: (consent: Consent) => void; onAgreed: () => void; busy: boolean }

/** Nothing is ticked beforehand, and nothing is asked of the camera before this is. */
export function ConsentForm({ consent, onConsent, onAgreed, busy }: ConsentFormProps) {
  const [isAgreed, setAgreed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    setAsked(!isAgreed)
    if (isAgreed && !busy) onAgreed()
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Select
        label="The light where you are"
        value={consent.lighting}
        options={LIGHTINGS}
        onValue={(name) => onConsent({ ...consent, lighting: lightingNamed(name) })}
      />
      <div>
        <Check
          label="I have read what is taken and what becomes of it, and I give it freely."
          checked={isAgreed}
          required
          onChecked={setAgreed}
        />
        {session.value ? <LabelCheck consent={consent} onConsent={onConsent} /> : null}
        <p class="field-error" role="alert">
          {isAsked && !isAgreed ? 'Tick the first box if you agree. Without that the camera stays off.' : ''}
        </p>
      </div>
      <p class="row">
        <Button type="submit" busy={busy}>
          {busy ? 'Opening the camera…' : 'Turn the camera on'}
        </Button>
      </p>
      <p role="status" class="small soft">
        {busy
          ? 'Allow the camera if the browser asks. Then the model that finds your joints is loaded: 10 MB the first time.'
          : 'The browser asks you once more. Nothing is sent before you have seen it and pressed Send.'}
      </p>
    </form>
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
