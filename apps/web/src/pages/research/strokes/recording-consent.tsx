import { Check, Select } from '../../../parts/field.tsx'
import { useRequest } from '../../../parts/request.ts'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import type { Placement } from './use-giving.ts'

type RecordingConsentProps = { placement: Placement | null; onPlacement: (placement: Placement | null) => void }

/**
 * A consent of its own: whole captures are kept, also those that are refused. A change of what it says needs a new
 * RECORDING_CONSENT_VERSION in the contract.
 */
export function RecordingConsent({ placement, onPlacement }: RecordingConsentProps) {
  const { value } = useRequest((signal) => service.getResearchStats({}, { signal }))
  if (value?.takes_recordings === false) return null
  return (
    <>
      <Check
        label={say('Also keep my whole recordings (optional).')}
        checked={placement !== null}
        onChecked={(isAgreed) => onPlacement(isAgreed ? 'hand' : null)}
      />
      <ul class="research-list research-recording small soft">
        <li>
          {say(
            'Everything the motion sensors measure during the rounds, with exact times, even if the engine refuses a round. Also your browser’s version and where the phone is.',
          )}
        </li>
        <li>{say('It teaches the engine not to refuse real people.')}</li>
        <li>
          {say(
            'Stored encrypted for up to two years, or until you withdraw. The operator can read recordings and make copies without your pseudonym. Deleting doesn’t reach copies made before.',
          )}
        </li>
        <li>
          {say(
            'If you’re signed in, recordings are tied to your node: they’re in your download, and erasing your node deletes them.',
          )}
        </li>
      </ul>
      {placement === null ? null : (
        <Select
          label={say('Where is the phone?')}
          value={placement}
          options={PLACEMENTS}
          onValue={(name) => onPlacement(PLACEMENTS.find(({ value: one }) => one === name)?.value ?? 'hand')}
        />
      )}
    </>
  )
}

const PLACEMENTS = [
  { value: 'hand', label: say('In my hand') },
  { value: 'table', label: say('On a table') },
  { value: 'pocket', label: say('In a pocket') },
] as const
