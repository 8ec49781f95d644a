import { parentPort } from 'node:worker_threads'
import { calibrationAttackCheck, createCalibration, whenKernelReady } from '@stillhere/engine'
import { decodeLandmarks } from '../research/landmarks.ts'
import { decodeStrokes } from '../research/strokes.ts'
import type { ThreadRequest, StoredLandmarks, StoredStrokes, ThreadMessage } from './computation.ts'

// One calibration, from the first session to its result. Its memory is bounded by what the engine keeps of each session.
await whenKernelReady()
let run: ReturnType<typeof createCalibration> | undefined

parentPort?.on('message', (asked: ThreadRequest) => {
  if ('options' in asked) run = createCalibration(asked.options)
  if ('sessions' in asked)
    for (const session of asked.sessions) run?.add('strokes' in session ? decodeRounds(session) : decodeFrames(session))
  sendMessage('finish' in asked && run ? runToEnd(run) : { ready: true })
})

function decodeFrames({ landmarks, presence, ...session }: StoredLandmarks) {
  return {
    ...session,
    ...(presence === null ? {} : { presence }),
    frames: decodeLandmarks(landmarks),
  }
}

function decodeRounds({ strokes, ...session }: StoredStrokes) {
  const rounds = Map.groupBy(decodeStrokes(strokes), ({ round }) => round)
  return { ...session, rounds: [...rounds.values()] }
}

function runToEnd(calibration: ReturnType<typeof createCalibration>): ThreadMessage {
  const steps = calibration.finish()
  for (;;) {
    const step = steps.next()
    if (step.done)
      return {
        calibration: step.value,
        attacks: calibrationAttackCheck(step.value),
      }
    sendMessage(step.value)
  }
}

function sendMessage(told: ThreadMessage): void {
  parentPort?.postMessage(told)
}
