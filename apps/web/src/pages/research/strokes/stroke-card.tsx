import '@stillhere/client/jsx/preact'
import '../../../parts/scan-element.css'
import { captureRounds } from '@stillhere/client/capture'
import type { EnrollRun, ScanElement, ScanEvents, ScanState } from '@stillhere/client/element'
import { useMemo, useRef, useState } from 'preact/hooks'
import { Check, Select } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { service, serviceForStrangers } from '../../../service.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say, sayCount } from '../../../words/speak.ts'
import { addUploadedSession } from '../delete-code.ts'
import { DeleteCodeField, SaveCodeButton } from '../delete-form.tsx'
import { AgreeForm, StepHeading } from '../giving.tsx'
import { readBrowserVersion, readDevice } from '../upload.ts'
import {
  createStrokeGiver,
  explainStrokeFailure,
  type RecordingDetails,
  STROKE_WORDS,
  type StrokeAnswer,
  createStrokeBody,
} from './give-strokes.ts'
import { formatDay, removePseudonym, strokeMemory, recordStrokes } from './remembered.ts'

type StrokeCardProps = {
  onGiven: () => void
  /** Called if this device has no motion sensors. */
  onLost: () => void
}

/** Asks for consent, captures three rounds in the scan element, uploads them and thanks the person. Calls `onGiven` after each upload. */
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

type RecordingConsentProps = { placement: Placement | null; onPlacement: (placement: Placement | null) => void }

/**
 * Asks for the optional consent to whole recordings, which are kept even if a round is refused. If its text changes,
 * RECORDING_CONSENT_VERSION in the contract must too.
 */
function RecordingConsent({ placement, onPlacement }: RecordingConsentProps) {
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
        <li>{say('Recordings teach the engine not to refuse real people.')}</li>
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

type Listeners = { [Type in keyof ScanEvents as `on${Type}`]?: (event: ScanEvents[Type]) => void }

/** Where the person says the phone is. */
type Placement = NonNullable<NonNullable<RecordingDetails>['placement']>

type GivingOptions = {
  /** Null without consent to whole recordings. */
  placement: Placement | null
  onGiven: () => void
  onLost: () => void
}

const WITHOUT_SENSORS = new Set(['unsupported', 'insecure_page', 'sensor_silent'])

/** Connects the scan element to a giver, and records what was sent. */
function useGiving(input: GivingOptions): {
  state: ScanState
  sent: StrokeAnswer | null
  give: (run: EnrollRun) => Promise<void>
  listeners: Listeners
} {
  const [state, setState] = useState<ScanState>('idle')
  const [sent, setSent] = useState<StrokeAnswer | null>(null)
  const newest = useRef(input)
  newest.current = input
  const giving = useMemo(
    () =>
      createStrokeGiver({
        // Failed rounds show why people are refused, so they belong to whole recordings.
        capture: (run) =>
          captureRounds({ ...run, client: serviceForStrangers, keepsMissed: newest.current.placement !== null }),
        write: (answered) =>
          createStrokeBody(answered, {
            sessionId: crypto.randomUUID(),
            device: readThisDevice(),
            recording: describeRecording(newest.current.placement),
          }),
        // Strokes aren't linked to a node. Recordings are, so that its owner can download and erase them.
        upload: (body, options) =>
          (body.recording ? service : serviceForStrangers).uploadResearchStrokes(body, options),
        deleteUpload: (answer) =>
          service.deleteResearchSession({ id: answer.session_id }, { token: answer.delete_token }),
        pseudonym: () => strokeMemory.peek().pseudonym,
        removePseudonym,
        onSent: (answer) => {
          recordAnswer(answer)
          setSent(answer)
          newest.current.onGiven()
        },
      }),
    [],
  )
  const listeners: Listeners = {
    'onstillhere-state': ({ detail }) => {
      setState(detail.state)
      if (detail.state === 'idle') giving.discard()
    },
    'onstillhere-failure': ({ detail }) => {
      if (WITHOUT_SENSORS.has(detail.error.kind)) input.onLost()
    },
  }
  return { state, sent, give: giving.give, listeners }
}

function readThisDevice(): ReturnType<typeof readDevice> {
  return readDevice(navigator.userAgent, { width: innerWidth, height: innerHeight })
}

function describeRecording(placement: Placement | null): RecordingDetails {
  if (placement === null) return undefined
  const version = readBrowserVersion(navigator.userAgent)
  return { consent_version: 1, placement, ...(version !== undefined && { browser_version: version }) }
}

function recordAnswer({ session_id, delete_token, pseudonym, usable, recorded_count }: StrokeAnswer): void {
  const session = { sessionId: session_id, deleteToken: delete_token }
  addUploadedSession(session)
  recordStrokes(pseudonym, { ...session, day: formatDay(new Date()), isUsable: usable, isRecorded: recorded_count > 0 })
}

/** Thanks the person, says what would help most next, and shows the delete code. */
function StrokeThanks({ sent }: { sent: StrokeAnswer }) {
  // No longer true once the recordings are withdrawn.
  const isRecorded = strokeMemory.value.given.some((one) => one.sessionId === sent.session_id && one.isRecorded)
  const session = { sessionId: sent.session_id, deleteToken: sent.delete_token }
  return (
    <div slot="outcome" class="stack">
      {sent.usable ? (
        <>
          <Notice
            kind="good"
            title={sayCount(sent.stroke_count, 'One move has arrived.', '{count} moves have arrived.')}
          />
          <p>
            {sayRich(
              '<strong>Come back on another day</strong> with this browser; it remembers you. Nothing teaches us more than the same hand a day or a week later. Or continue with another phone: see below.',
              { strong: (text) => <strong>{text}</strong> },
            )}
          </p>
        </>
      ) : (
        <Notice kind="warn" title={say('Your session has arrived, but we can’t learn anything from it.')}>
          <p>
            {sent.explanation}{' '}
            {sent.recorded_count > 0
              ? say('Your recordings help us find out why. Try the rounds again whenever you like.')
              : say('The motion wasn’t kept. Try the rounds again whenever you like.')}
          </p>
        </Notice>
      )}
      {isRecorded ? (
        <p>{sayCount(sent.recorded_count, 'One whole recording is kept.', '{count} whole recordings are kept.')}</p>
      ) : null}
      <DeleteCodeField session={session} />
      <p>
        {say(
          'This browser keeps the code until you press Forget me. Save a copy if you might want to delete from somewhere else.',
        )}
      </p>
      <p>
        <SaveCodeButton session={session} />
      </p>
    </div>
  )
}
