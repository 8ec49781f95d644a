import { readMembers } from '../members.ts'
import { STROKE_MODEL } from '../stroke-signature/parameters.ts'
import { placeStroke, type StrokeSignature, strokeSignature } from '../stroke-signature/signature.ts'
import type { Measured } from './compared.ts'
import { fingerprint } from './features.ts'
import { readLabel } from './label.ts'

/** Numbers of one stroke in the shipped model's coordinates. */
export const COORDINATES = STROKE_MODEL.projection.length
/** An answer with fewer strokes does not follow its challenge, and is never compared. */
const MIN_STROKES = 5
/** One round to enroll with, and one that answers. */
const MIN_ROUNDS = 2
/** As many as are asked for, and a few that were made again. */
const [MAX_ROUNDS, MAX_STROKES] = [6, 12]

/** What is measured of a session of strokes; null where fewer than two rounds can be compared. */
export function measureStrokes(session: unknown): Measured | null {
  const { person, source, day, device, rounds: given } = readMembers(session)
  const rounds = listOf(given)
    .slice(0, MAX_ROUNDS)
    .map(readRound)
    .filter(({ signed }) => signed.length >= MIN_STROKES)
  if (rounds.length < MIN_ROUNDS) return null
  const strokes = rounds.flatMap(({ signed }) => signed)
  const features = new Float32Array(strokes.length * COORDINATES)
  strokes.forEach(({ vector }, i) => features.set(placeStroke(STROKE_MODEL, vector), i * COORDINATES))
  return {
    person: readLabel(person),
    source: readLabel(source),
    features,
    recorded: {
      day: readLabel(day) ?? '',
      device: readLabel(device) ?? '',
      rounds: rounds.map(({ signed }) => signed.map(({ gesture }) => gesture)),
    },
    mark: fingerprint(features),
    frames: rounds.reduce((sum, { samples }) => sum + samples, 0),
  }
}

type Round = { signed: StrokeSignature[]; samples: number }

/** The strokes of a round that a verification would compare, and how many samples came. */
function readRound(round: unknown): Round {
  const strokes = listOf(round).slice(0, MAX_STROKES)
  const signed = strokes
    .map((stroke) => strokeSignature(stroke as Parameters<typeof strokeSignature>[0]))
    .filter(({ status, version }) => status === 'ok' && version === STROKE_MODEL.version)
  return { signed, samples: strokes.reduce<number>((sum, stroke) => sum + listOf(readMembers(stroke).imu).length, 0) }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
