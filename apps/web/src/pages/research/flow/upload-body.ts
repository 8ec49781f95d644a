import type { PresenceScore } from '@stillhere/client/capture'
import type { InputOf } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'
import type { Device } from './device.ts'
import { SESSION_MS } from './phases.ts'
import type { Take } from './take.ts'

export type UploadBody = InputOf<'uploadResearch'>
export type Lighting = UploadBody['lighting']

/** What belongs to a session beside its motion. */
export type Circumstances = { sessionId: string; device: Device; lighting: Lighting }

/** All that is sent, and nothing else. */
export function uploadBody(
  take: Take,
  score: PresenceScore,
  { sessionId, device, lighting }: Circumstances,
): UploadBody {
  return {
    session_id: sessionId,
    device,
    lighting,
    duration_ms: SESSION_MS,
    // Points as lists are half as long as points with names.
    landmarks: {
      frames: take.frames.map(({ t, joints }) => ({ t, joints: joints.map(({ x, y, z = 0 }) => [x, y, z]) })),
    },
    pes_score: score.score,
    pes_micro_timing: score.microTiming,
    pes_noise_residual: score.noiseResidual,
    pes_freq_entropy: score.freqEntropy,
    pes_bio_perturb: score.bioPerturb,
    total_frames: take.frames.length,
    valid_frames: take.wholeFrames,
    phases: take.phaseFrames.map((frameCount, index) => ({ phase: index + 1, frameCount })),
  }
}

/** Lights to choose from. */
export const LIGHTINGS: readonly { value: Lighting; label: string }[] = [
  { value: 'indoor_day', label: say('Indoors, daylight') },
  { value: 'indoor_night', label: say('Indoors, artificial light') },
  { value: 'outdoor_day', label: say('Outdoors, daylight') },
  { value: 'outdoor_night', label: say('Outdoors, at night') },
]

/** The likeliest light at an hour of the day. */
export function likelyLighting(hour: number): Lighting {
  return hour >= 7 && hour < 19 ? 'indoor_day' : 'indoor_night'
}

/** The light of that name; the first where there is none. */
export function lightingNamed(name: string): Lighting {
  return LIGHTINGS.find(({ value }) => value === name)?.value ?? 'indoor_day'
}
