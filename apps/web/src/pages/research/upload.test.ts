import { expect, it } from 'vitest'
import { parseLighting, estimateLighting, readBrowserVersion, readDevice, createUploadBody } from './upload.ts'

it('has the motion, its scores and its context, and nothing else', () => {
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
  const body = createUploadBody(
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

it('estimates the lighting from the hour, and accepts only known lightings', () => {
  expect([0, 6, 7, 18, 19].map(estimateLighting)).toEqual([
    'indoor_night',
    'indoor_night',
    'indoor_day',
    'indoor_day',
    'indoor_night',
  ])
  expect(parseLighting('outdoor_night')).toBe('outdoor_night')
  expect(parseLighting('moon')).toBe('indoor_day')
})

const SIZE = { width: 412, height: 915 }

it.each([
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
    'Android',
    'Chrome',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'iOS',
    'Safari',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Windows',
    'Edge',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'macOS', 'Firefox'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36', 'Linux', 'Chrome'],
  ['', 'Unknown', 'Unknown'],
])('names system and browser of %s', (userAgent, os, browser) => {
  expect(readDevice(userAgent, SIZE)).toEqual({ os, browser, viewportWidth: 412, viewportHeight: 915 })
})

it('keeps window sizes within the service’s bounds', () => {
  expect(readDevice('', { width: 200, height: 0 })).toMatchObject({ viewportWidth: 320, viewportHeight: 240 })
  expect(readDevice('', { width: 99_999, height: 99_999.5 })).toMatchObject({
    viewportWidth: 7680,
    viewportHeight: 4320,
  })
  expect(readDevice('', { width: Number.NaN, height: 700.4 })).toMatchObject({
    viewportWidth: 320,
    viewportHeight: 700,
  })
})

it.each([
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36', 141],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1',
    18,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/126.0 Mobile/15E148 Safari/604.1',
    126,
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/140.0', 140],
  ['Mozilla/5.0 (Android 15; rv:143.0) Gecko/20100101 Firefox/143.0', 143],
  ['Mozilla/5.0 (X11) AppleWebKit/605.1.15 Safari/604.1', undefined],
  ['Chrome/123456789', undefined],
  ['', undefined],
])('reads the major version of %s', (userAgent, version) => {
  expect(readBrowserVersion(userAgent)).toBe(version)
})
