import type { PresenceScore } from '@stillhere/client/capture'
import type { InputOf } from '@stillhere/client/http'
import { say } from '../../words/speak.ts'
import { SESSION_MS, type Take } from './camera/session.ts'

export type UploadBody = InputOf<'uploadResearch'>
export type Lighting = UploadBody['lighting']

/** What belongs to a session beside its motion. */
type Circumstances = { sessionId: string; device: Device; lighting: Lighting }

/** All that is sent, and nothing else. */
export function createUploadBody(
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
export function estimateLighting(hour: number): Lighting {
  return hour >= 7 && hour < 19 ? 'indoor_day' : 'indoor_night'
}

/** The light of that name; the first where there is none. */
export function parseLighting(name: string): Lighting {
  return LIGHTINGS.find(({ value }) => value === name)?.value ?? 'indoor_day'
}

export type Device = InputOf<'uploadResearch'>['device']

// The first that fits: Edge also calls itself Chrome, and Chrome calls itself Safari.
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/(?:Version\/(\d+).* )?Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|CrOS/, 'Linux'],
] as const

/** The kind of device, as roughly as the service takes it; a window outside of its bounds is put at their edge. */
export function readDevice(userAgent: string, { width, height }: { width: number; height: number }): Device {
  return {
    os: SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Unknown',
    browser: BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Unknown',
    viewportWidth: within(width, 320, 7680),
    viewportHeight: within(height, 240, 4320),
  }
}

/** The major version of the browser that readDevice names; undefined where it does not say. */
export function readBrowserVersion(userAgent: string): number | undefined {
  const [mark] = BROWSERS.find(([one]) => one.test(userAgent)) ?? []
  const version = Number(mark?.exec(userAgent)?.[1])
  return version >= 1 && version <= MOST_VERSION ? version : undefined
}

const MOST_VERSION = 9999

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value) || least))
}
