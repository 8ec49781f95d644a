import { expect, it } from 'vitest'
import { readBrowserVersion, readDevice } from './device.ts'

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

it('keeps windows within what the service takes', () => {
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
