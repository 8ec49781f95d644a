import { parentPort } from 'node:worker_threads'
import { calibrationAttackCheck, createCalibration, whenKernelReady } from '@stillhere/engine'
import { decodeLandmarks } from '../research/landmarks.ts'
import { decodeStrokes } from '../research/strokes.ts'
import type { Asked, StoredLandmarks, StoredStrokes, Told } from './computation.ts'

// One calibration, from the first session to its result. Its memory is bounded by what the engine keeps of each session.
await whenKernelReady()
let run: ReturnType<typeof createCalibration> | undefined

parentPort?.on('message', (asked: Asked) => {
  if ('options' in asked) run = createCalibration(asked.options)
  if ('sessions' in asked)
    for (const session of asked.sessions) run?.add('strokes' in session ? withRounds(session) : withFrames(session))
  tell('finish' in asked && run ? finishCalibration(run) : { ready: true })
})

function withFrames({ landmarks, presence, ...session }: StoredLandmarks) {
  return {
    ...session,
    ...(presence === null ? {} : { presence }),
    frames: decodeLandmarks(landmarks),
  }
}

function withRounds({ strokes, ...session }: StoredStrokes) {
  const rounds = Map.groupBy(decodeStrokes(strokes), ({ round }) => round)
  return { ...session, rounds: [...rounds.values()] }
}

function finishCalibration(calibration: ReturnType<typeof createCalibration>): Told {
  const steps = calibration.finish()
  for (;;) {
    const step = steps.next()
    if (step.done)
      return {
        calibration: step.value,
        attacks: calibrationAttackCheck(step.value),
      }
    tell(step.value)
  }
}

function tell(told: Told): void {
  parentPort?.postMessage(told)
}
