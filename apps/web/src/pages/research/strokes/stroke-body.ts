import type { AnsweredRounds } from '@stillhere/client/capture'
import type { InputOf } from '@stillhere/client/http'
import type { Device } from '../flow/device.ts'

/** All that is sent of strokes. */
export type StrokeBody = InputOf<'uploadResearchStrokes'>

/** What the person agreed to beside giving strokes, or undefined; the number is that of the text they read. */
export type Recording = StrokeBody['recording']

/** What belongs to strokes beside their motion. */
type Circumstances = { sessionId: string; device: Device; recording: Recording }

/** All that is sent, and nothing else; the pseudonym is added when it is sent. */
export function strokeBody(
  { challenge, captures }: AnsweredRounds,
  { sessionId, device, recording }: Circumstances,
): Omit<StrokeBody, 'pseudonym'> {
  const sensors = captures.map(({ imu_sequence }) => ({ imu_sequence }))
  return {
    session_id: sessionId,
    consent: true,
    device: { ...device, imuAvailable: true },
    challenge,
    captures: sensors,
    ...(recording && { recording }),
  }
}
