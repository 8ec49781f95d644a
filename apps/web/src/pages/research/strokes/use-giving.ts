import { captureRounds } from '@stillhere/client/capture'
import type { EnrollRun, ScanEvents, ScanState } from '@stillhere/client/element'
import { useMemo, useRef, useState } from 'preact/hooks'
import { service, serviceForStrangers } from '../../../service.ts'
import { readDevice } from '../flow/device.ts'
import { rememberUpload } from '../flow/uploaded-sessions.ts'
import { createGiving, type StrokeAnswer } from './give-strokes.ts'
import { dropPseudonym, remembered, rememberStrokes } from './remembered.ts'
import { strokeBody } from './stroke-body.ts'
import { dayOf } from './welcome-words.ts'

type Listeners = { [Type in keyof ScanEvents as `on${Type}`]?: (event: ScanEvents[Type]) => void }

type Told = { onGiven: () => void; onLost: () => void }

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
        // Strokes have no link to a node.
        capture: (run) => captureRounds({ ...run, client: serviceForStrangers }),
        write: (answered) => strokeBody(answered, { sessionId: crypto.randomUUID(), device: readThisDevice() }),
        upload: (body, options) => serviceForStrangers.uploadResearchStrokes(body, options),
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

function keepAnswer({ session_id, delete_token, pseudonym, usable }: StrokeAnswer): void {
  const session = { sessionId: session_id, deleteToken: delete_token }
  rememberUpload(session)
  rememberStrokes(pseudonym, { ...session, day: dayOf(new Date()), isUsable: usable })
}
