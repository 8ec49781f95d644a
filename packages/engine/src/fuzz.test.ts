import { describe, expect, it } from 'vitest'
import { type OddCapture, oddCapture, oddTree } from '../test/odd-captures.ts'
import { calibrationAttackCheck } from './calibration/attack-check.ts'
import { calibrate, createCalibration } from './calibration/calibrate.ts'
import { challengeProblem, generateChallenge } from './challenge/challenge.ts'
import { enrollReactions } from './challenge/reaction.ts'
import { glanceStrokes, scoreChallenge } from './challenge/score.ts'
import { verifyContinuity } from './continuity.ts'
import { couplingScore } from './coupling/score.ts'
import { cameraTrackOf } from './coupling/streams.ts'
import { presenceFindings } from './presence/findings.ts'
import { getEntropyScore, presenceScore } from './presence/score.ts'
import { type Random, seededRandom } from './random.ts'
import { replayDigest } from './replay/digest.ts'
import { createReplayIndex } from './replay/index-of-digests.ts'
import { isReplay, nearestReplay, replayProbes, replaySimilarity } from './replay/similarity.ts'
import { responseCapture } from './scorer/response.ts'
import { explainRejection, scorePresence } from './scorer/score.ts'
import { enroll } from './signature/enrollment.ts'
import { matchLogLikelihoodRatio, matchScore } from './signature/match.ts'
import { type MotionSignature, motionSignature } from './signature/signature.ts'
import { growStrokes, matchStrokes, matchStrokesLogLikelihoodRatio } from './stroke-signature/match.ts'
import { cutStrokes, type StrokeSignature, strokeSignature } from './stroke-signature/signature.ts'
import { enrollStrokes } from './stroke-signature/template.ts'
import { threatReport } from './threat/report.ts'
import * as everything from './index.ts'

const CAPTURES = 8_000
const CHUNKS = 4
const STROKES = { featureMode: 'strokes' } as const

// Callers send what they like, whatever the types ask for.
type Anything = never
type Odd = {
  capture: Anything
  imu: Anything
  frames: Anything
  camera: Anything
  signature: MotionSignature
  stroke: StrokeSignature
  digest: ReturnType<typeof replayDigest>
  /** The digest's bytes, none where there is no digest. */
  bytes: Uint8Array
  random: Random
}

const CHALLENGE = generateChallenge(seededRandom(1))
const ENROLLMENT = enroll([])
const INDEX = createReplayIndex()

const CALLS: Readonly<Record<string, (odd: Odd) => unknown>> = {
  motionSignature: ({ signature }) => signature,
  enroll: ({ signature, random }) => enroll([signature, oddTree(random, 2) as Anything]),
  matchScore: ({ signature }) => matchScore(enroll([signature]), signature),
  matchLogLikelihoodRatio: ({ signature, random }) =>
    matchLogLikelihoodRatio(oddTree(random, 3) as Anything, signature),
  cutStrokes: ({ imu, random }) => [
    cutStrokes(CHALLENGE, imu).length,
    cutStrokes(oddTree(random, 3) as Anything, imu, oddTree(random, 0) as Anything).length,
  ],
  strokeSignature: ({ stroke, random }) => [stroke, strokeSignature(oddTree(random, 3) as Anything)],
  enrollStrokes: ({ stroke, random }) => enrollStrokes([stroke, oddTree(random, 2) as Anything]),
  matchStrokes: ({ stroke, random }) => matchStrokes(enrollStrokes([stroke]), [stroke, oddTree(random, 2) as Anything]),
  matchStrokesLogLikelihoodRatio: ({ stroke, random }) =>
    matchStrokesLogLikelihoodRatio(oddTree(random, 3) as Anything, [stroke]),
  growStrokes: ({ stroke, random }) => [
    growStrokes(enrollStrokes([stroke]), [stroke, oddTree(random, 2) as Anything]),
    growStrokes(oddTree(random, 3) as Anything, [stroke]),
  ],
  presenceScore: ({ capture }) => presenceScore(capture),
  presenceFindings: ({ capture }) => presenceFindings(capture),
  getEntropyScore: ({ imu }) => getEntropyScore(imu),
  cameraTrackOf: ({ frames, random }) => [cameraTrackOf(frames), cameraTrackOf(frames, oddTree(random, 0) as Anything)],
  couplingScore: ({ imu, camera }) => couplingScore(imu, camera),
  glanceStrokes: ({ imu, random }) => [
    glanceStrokes(CHALLENGE.strokes, imu),
    glanceStrokes(CHALLENGE.strokes, oddTree(random, 3) as Anything, oddTree(random, 0) as Anything),
  ],
  scoreChallenge: ({ imu, random }) => [
    scoreChallenge(CHALLENGE, imu),
    scoreChallenge(oddTree(random, 3) as Anything, imu),
  ],
  enrollReactions: ({ imu }) => enrollReactions(scoreChallenge(CHALLENGE, imu).strokes),
  challengeProblem: ({ capture }) => challengeProblem(capture),
  threatReport: ({ capture }) => threatReport(capture),
  verifyContinuity: ({ capture, imu, frames, camera, random }) => [
    verifyContinuity(capture),
    verifyContinuity({
      imuSamples: imu,
      frames,
      cameraSamples: camera,
      timestamps: oddTree(random, 2),
      challengeResults: [{ challenge: CHALLENGE, from: 0, to: 8000 }, oddTree(random, 2) as Anything],
    }),
  ],
  replayDigest: ({ digest }) => digest,
  replaySimilarity: ({ bytes, random }) => replaySimilarity(bytes, oddTree(random, 1) as Anything),
  scorePresence: ({ capture, imu, frames, signature, random }) => [
    scorePresence(capture, capture, capture, capture, oddTree(random, 2) as Anything),
    scorePresence(ENROLLMENT, CHALLENGE, { imu_sequence: { samples: imu }, pose_sequence: frames }, signature),
  ],
  explainRejection: ({ capture, random }) => [
    explainRejection('insufficient_signal', capture),
    explainRejection(capture, oddTree(random, 0) as Anything) ?? null,
  ],
  isReplay: ({ capture }) => isReplay(capture),
  replayProbes: ({ bytes, random }) => [replayProbes(bytes), replayProbes(oddTree(random, 1) as Anything)],
  nearestReplay: ({ bytes, random }) => nearestReplay(bytes, [oddTree(random, 1) as Anything]),
  // It hands on what it is given, so only its shape is looked at.
  responseCapture: ({ capture, imu, frames }) => [
    Object.keys(responseCapture(capture)),
    Object.keys(responseCapture({ imu_sequence: { samples: imu }, pose_sequence: frames })),
  ],
  calibrate: ({ capture, imu, frames, random }) => [
    calibrate([{ frames } as Anything, { landmarks: frames } as Anything, capture], oddTree(random, 2) as Anything),
    calibrate(oddTree(random, 2) as Anything),
    calibrate([capture, { rounds: [[{ gesture: 'left', imu }], imu, oddTree(random, 2)] } as Anything], STROKES),
  ],
  createCalibration: ({ frames, random }) => {
    const run = createCalibration({ featureMode: random() < 0.5 ? 'posture' : 'posture_velocity' })
    run.add(oddTree(random, 2) as Anything)
    run.add({ id: '', person: 'a', source: 'b', frames, presence: 1 })
    return [...run.finish(), run.state().frames]
  },
  // It takes some milliseconds whatever it is given.
  calibrationAttackCheck: ({ capture, random }) => (random() < 0.001 ? calibrationAttackCheck(capture) : null),
  createReplayIndex: ({ digest, random }) => [
    INDEX.find(digest as Anything),
    INDEX.candidates(oddTree(random, 2) as Anything),
  ],
}

describe('8,000 odd captures', () => {
  it.each(Array.from({ length: CHUNKS }, (_, chunk) => chunk))(
    'neither break a function nor put a NaN into its answer (part %d)',
    { timeout: 120_000 },
    (chunk) => {
      const random = seededRandom(chunk)
      const problems = new Map<string, string>()
      for (let i = 0; i < CAPTURES / CHUNKS; i++) {
        const capture = oddCapture(random) as Anything
        const odd = oddInput(capture, random)
        for (const [name, call] of Object.entries(CALLS)) {
          const problem = problemOf(() => call(odd))
          if (problem !== null) problems.set(name, `capture ${i}: ${problem}`)
        }
      }
      expect(Object.fromEntries(problems)).toEqual({})
    },
  )

  it('reach every function that the package exports', () => {
    const ownInput = [
      'seededRandom',
      'generateChallenge',
      'generateEnrollment',
      'strokeWords',
      'engineStatus',
      'whenKernelReady',
    ]
    const functions = Object.entries(everything).filter(([, value]) => typeof value === 'function')
    const forgotten = functions.map(([name]) => name).filter((name) => !(name in CALLS) && !ownInput.includes(name))
    expect(forgotten).toEqual([])
  })
})

/** Signature and digest are the dear part, so that several calls share them. */
function oddInput(capture: Anything, random: Random): Odd {
  const digest = replayDigest(capture)
  const bytes = digest.status === 'ok' ? digest.bytes : new Uint8Array(0)
  const members = membersOf(capture)
  const stroke = strokeSignature({ gesture: 'up', imu: members.imu })
  return { capture, ...members, signature: motionSignature(capture), stroke, digest, bytes, random }
}

function membersOf(capture: unknown): Pick<Odd, 'imu' | 'frames' | 'camera'> {
  const { imu, frames, camera } = (capture ?? {}) as OddCapture
  return { imu, frames, camera } as Pick<Odd, 'imu' | 'frames' | 'camera'>
}

function problemOf(call: () => unknown): string | null {
  try {
    return nanIn(call(), 'the answer')
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** Where in the answer a number is not a number. */
function nanIn(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Number.isNaN(value) ? `${path} is NaN` : null
  if (typeof value !== 'object' || value === null) return null
  for (const name in value) {
    const member: unknown = (value as Record<string, unknown>)[name]
    const problem = typeof member === 'string' ? null : nanIn(member, name)
    if (problem !== null) return `${path} > ${problem}`
  }
  return null
}
