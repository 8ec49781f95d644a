import { captureRounds } from '@stillhere/client/capture'
import type { EnrollRun, ScanEvents, ScanState } from '@stillhere/client/element'
import { useMemo, useRef, useState } from 'preact/hooks'
import { service, serviceForStrangers } from '../../../service.ts'
import { readBrowserVersion, readDevice } from '../flow/device.ts'
import { rememberUpload } from '../flow/uploaded-sessions.ts'
import { createGiving, type StrokeAnswer } from './give-strokes.ts'
import { dropPseudonym, remembered, rememberStrokes } from './remembered.ts'
import { type Recording, strokeBody } from './stroke-body.ts'
import { dayOf } from './welcome-words.ts'

type Listeners = { [Type in keyof ScanEvents as `on${Type}`]?: (event: ScanEvents[Type]) => void }

/** Where the phone is, as the person says. */
export type Placement = NonNullable<NonNullable<Recording>['placement']>

type Told = {
  /** Null without consent to recording. */
  placement: Placement | null
  onGiven: () => void
  onLost: () => void
}

const WITHOUT_SENSORS = new Set(['unsupported', 'insecure_page', 'sensor_silent'])

/** Has the element give strokes, and keeps what came of it. */
export function useGiving(told: Told): {
  state: ScanState
  sent: StrokeAnswer | null
  give: (run: EnrollRun) => Promise<void>
  listeners: Listeners
} {
  const [state, setState] = useState<ScanState>('idle')
  const [sent, setSent] = useState<StrokeAnswer | null>(null)
  const newest = useRef(told)
  newest.current = told
  const giving = useMemo(
    () =>
      createGiving({
        // Rounds that were missed show why people are refused.
        capture: (run) =>
          captureRounds({ ...run, client: serviceForStrangers, keepsMissed: newest.current.placement !== null }),
        write: (answered) =>
          strokeBody(answered, {
            sessionId: crypto.randomUUID(),
            device: readThisDevice(),
            recording: describeRecording(newest.current.placement),
          }),
        // Strokes have no link to a node. Recordings do, so that its owner can download and erase them with it.
        upload: (body, options) =>
          (body.recording ? service : serviceForStrangers).uploadResearchStrokes(body, options),
        takeBack: (answer) => service.deleteResearchSession({ id: answer.session_id }, { token: answer.delete_token }),
        pseudonym: () => remembered.peek().pseudonym,
        dropPseudonym,
        onSent: (answer) => {
          keepAnswer(answer)
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
      if (WITHOUT_SENSORS.has(detail.error.kind)) told.onLost()
    },
  }
  return { state, sent, give: giving.give, listeners }
}

function readThisDevice(): ReturnType<typeof readDevice> {
  return readDevice(navigator.userAgent, { width: innerWidth, height: innerHeight })
}

function describeRecording(placement: Placement | null): Recording {
  if (placement === null) return undefined
  const version = readBrowserVersion(navigator.userAgent)
  return { consent_version: 1, placement, ...(version !== undefined && { browser_version: version }) }
}

function keepAnswer({ session_id, delete_token, pseudonym, usable, recorded_count }: StrokeAnswer): void {
  const session = { sessionId: session_id, deleteToken: delete_token }
  rememberUpload(session)
  rememberStrokes(pseudonym, { ...session, day: dayOf(new Date()), isUsable: usable, isRecorded: recorded_count > 0 })
}
