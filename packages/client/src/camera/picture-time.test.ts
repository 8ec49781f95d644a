import { expect, it } from 'vitest'
import { choosePictureTime } from './picture-time.ts'

const NOW = 5000

it.each([
  ['the time at the camera', { captureTime: 4950, presentationTime: 4990 }, 4950],
  ['the time it was shown', { presentationTime: 4990 }, 4990],
  ['the time it was shown, where the camera has a clock of its own', { captureTime: 3, presentationTime: 4990 }, 4990],
  ['now, where both are of another clock', { captureTime: 1e12, presentationTime: -5e9 }, NOW],
  ['now, where neither is a number', { captureTime: Number.NaN, presentationTime: Number.POSITIVE_INFINITY }, NOW],
  ['now, where nothing is told', {}, NOW],
])('takes %s', (_, times, expected) => {
  expect(choosePictureTime(NOW, times)).toBe(expected)
})
