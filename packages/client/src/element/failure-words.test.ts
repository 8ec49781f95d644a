import { expect, it } from 'vitest'
import { ENGLISH } from '../voice/voice.ts'
import { createPermissionHelp } from './failure-words.ts'

const permissionHelp = createPermissionHelp(ENGLISH)

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['safari', `${IOS} Version/18.0 Mobile/15E148 Safari/604.1`],
  ['safari', `${IOS} CriOS/140.0 Mobile/15E148 Safari/604.1`],
  ['chrome', `${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['samsung', `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'],
] as const)(
  'E9: leads %s back to a denied permission step by step, and keeps the other ways: %s',
  (name, userAgent) => {
    const { own, others } = permissionHelp(userAgent)
    expect(own?.browser).toBe(name)
    expect(own?.steps.length).toBeGreaterThan(1)
    expect(others).toHaveLength(3)
  },
)

it('E9: shows all four ways where the browser is not known', () => {
  const { own, others } = permissionHelp(
    'Mozilla/5.0 (X11; Linux) AppleWebKit/605.1.15 (KHTML, like Gecko) Epiphany/605',
  )
  expect(own).toBeNull()
  expect(others).toHaveLength(4)
})
