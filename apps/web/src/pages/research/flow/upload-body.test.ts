import { expect, it } from 'vitest'
import { lightingNamed, likelyLighting, uploadBody } from './upload-body.ts'

it('carries the motion, its scores and its circumstances, and nothing else', () => {
  const take = {
    frames: [
      {
        t: 0,
        joints: [
          { x: 0.1, y: 0.2, z: 0.3 },
          { x: 0.4, y: 0.5 },
        ],
      },
    ],
    aspect: 0.75,
    wholeFrames: 1,
    phaseFrames: [1, 0, 0, 0, 0],
    secondsSeen: 1,
  }
  const parts = { microTiming: 0.1, noiseResidual: 0.2, freqEntropy: 0.3, bioPerturb: 0.4 }
  const device = { os: 'Linux', browser: 'Chrome', viewportWidth: 412, viewportHeight: 915 } as const
  const body = uploadBody(
    take,
    { score: 0.8, ...parts, status: 'ok', reason: null },
    { sessionId: 'one', device, lighting: 'indoor_day' },
  )
  expect(body).toEqual({
    session_id: 'one',
    device,
    lighting: 'indoor_day',
    duration_ms: 30_000,
    landmarks: {
      frames: [
        {
          t: 0,
          joints: [
            [0.1, 0.2, 0.3],
            [0.4, 0.5, 0],
          ],
        },
      ],
    },
    pes_score: 0.8,
    pes_micro_timing: 0.1,
    pes_noise_residual: 0.2,
    pes_freq_entropy: 0.3,
    pes_bio_perturb: 0.4,
    total_frames: 1,
    valid_frames: 1,
    phases: [1, 0, 0, 0, 0].map((frameCount, index) => ({ phase: index + 1, frameCount })),
  })
})

it('guesses the light by the hour, and takes only lights that there are', () => {
  expect([0, 6, 7, 18, 19].map(likelyLighting)).toEqual([
    'indoor_night',
    'indoor_night',
    'indoor_day',
    'indoor_day',
    'indoor_night',
  ])
  expect(lightingNamed('outdoor_night')).toBe('outdoor_night')
  expect(lightingNamed('moon')).toBe('indoor_day')
})
