import type { ResearchStats, ResearchUpload } from '@stillhere/contract'
import type { UploadDescription, StrokeFigures } from './store.ts'

/** Number of usable research sessions that a calibration needs, of landmarks or of strokes. */
export const SESSIONS_NEEDED = 300
const MAX_INT = 2_147_483_647

/** Copies the declared members of an upload that are stored beside its landmarks, and nothing else that the caller sent. */
export function describeUpload(upload: ResearchUpload): UploadDescription {
  const { session_id, lighting, duration_ms, total_frames, valid_frames, pes_score, device, phases } = upload
  const { pes_micro_timing, pes_noise_residual, pes_freq_entropy, pes_bio_perturb } = upload
  const { os, browser, viewportWidth, viewportHeight, imuAvailable } = device
  return {
    session_id,
    device: { os, browser, viewportWidth, viewportHeight, ...(imuAvailable === undefined ? {} : { imuAvailable }) },
    lighting,
    duration_ms,
    ...(pes_micro_timing === undefined ? {} : { pes_micro_timing }),
    ...(pes_noise_residual === undefined ? {} : { pes_noise_residual }),
    ...(pes_freq_entropy === undefined ? {} : { pes_freq_entropy }),
    ...(pes_bio_perturb === undefined ? {} : { pes_bio_perturb }),
    pes_score,
    total_frames,
    // The contract sets no upper bound, the column has one.
    valid_frames: Math.min(valid_frames, MAX_INT),
    phases: phases.map(({ phase, frameCount }) => ({ phase, frameCount })),
  }
}

type CountedSessions = {
  accepted: number
  usable: number
  latestAt: Date | null
  takesRecordings: boolean
  strokes: StrokeFigures
}

/** Returns how many more usable sessions a calibration needs; 0 if there are enough. */
export function countMissing(usable: number): number {
  return Math.max(0, SESSIONS_NEEDED - usable)
}

/** Creates the public figures of research. All stored sessions are counted, but only usable ones count toward the number that a calibration needs. */
export function toStats(
  { accepted, usable, latestAt, takesRecordings, strokes }: CountedSessions,
  now: Date,
): ResearchStats {
  return {
    session_count: accepted,
    sessions_needed: countMissing(usable),
    meets_threshold: countMissing(usable) === 0,
    progress_pct: Math.min(100, Math.floor((usable * 100) / SESSIONS_NEEDED)),
    latest_session_at: latestAt?.toISOString() ?? null,
    checked_at: now.toISOString(),
    takes_recordings: takesRecordings,
    strokes: {
      session_count: strokes.accepted,
      sessions_needed: countMissing(strokes.usable),
      people: strokes.people,
      people_on_other_days: strokes.onOtherDays,
      people_on_other_devices: strokes.onOtherDevices,
    },
  }
}

/** Creates a pseudonym: `sp_` and 128 random bits. With it, a person can give more sessions as the same person. */
export function createPseudonym(random: (length: number) => Buffer): string {
  return `sp_${random(16).toString('base64url')}`
}

/** Creates a delete token: `sd_` and 256 random bits. With it, a person can delete a session. */
export function createDeleteToken(random: (length: number) => Buffer): string {
  return `sd_${random(32).toString('base64url')}`
}

/** Reads the delete token from an Authorization header. Returns undefined if there is none or it is malformed. */
export function readDeleteToken(authorization: string | undefined): string | undefined {
  return /^Bearer (sd_[A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
}

/** Returns whether a text is a UUID, as every session's id is. The database would throw for any other text. */
export function isSessionId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
