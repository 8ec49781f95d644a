import type { PresenceScore } from '@stillhere/client/capture'
import type { InputOf } from '@stillhere/client/http'
import { say } from '../../words/speak.ts'
import { SESSION_MS, type Take } from './camera/session.ts'

export type UploadBody = InputOf<'uploadResearch'>
export type Lighting = UploadBody['lighting']

/** The context of a session. */
type Circumstances = { sessionId: string; device: Device; lighting: Lighting }

/** Creates the body of an upload of a camera session: frames, presence score and context. Nothing else is sent. */
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
    // Points as arrays take half the space of points as objects.
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

/** The options for the lighting. */
export const LIGHTINGS: readonly { value: Lighting; label: string }[] = [
  { value: 'indoor_day', label: say('Indoors, daylight') },
  { value: 'indoor_night', label: say('Indoors, artificial light') },
  { value: 'outdoor_day', label: say('Outdoors, daylight') },
  { value: 'outdoor_night', label: say('Outdoors, at night') },
]

/** Estimates the lighting from the local hour (0 to 23): indoor daylight from 7 to 18, else indoor artificial light. */
export function estimateLighting(hour: number): Lighting {
  return hour >= 7 && hour < 19 ? 'indoor_day' : 'indoor_night'
}

/** Returns the lighting option of that name, or indoor daylight for an unknown name. */
export function parseLighting(name: string): Lighting {
  return LIGHTINGS.find(({ value }) => value === name)?.value ?? 'indoor_day'
}

export type Device = InputOf<'uploadResearch'>['device']

// The first match counts: Edge also names Chrome, and Chrome also names Safari.
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

/** Returns the operating system and browser that the user agent names ("Unknown" if it names none), and the window size, clamped to the service's bounds. */
export function readDevice(userAgent: string, { width, height }: { width: number; height: number }): Device {
  return {
    os: SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Unknown',
    browser: BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Unknown',
    viewportWidth: toBounded(width, 320, 7680),
    viewportHeight: toBounded(height, 240, 4320),
  }
}

/** Returns the major version of the browser that readDevice names, or undefined if the user agent has no plausible version. */
export function readBrowserVersion(userAgent: string): number | undefined {
  const [mark] = BROWSERS.find(([one]) => one.test(userAgent)) ?? []
  const version = Number(mark?.exec(userAgent)?.[1])
  return version >= 1 && version <= MOST_VERSION ? version : undefined
}

const MOST_VERSION = 9999

function toBounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value) || least))
}
