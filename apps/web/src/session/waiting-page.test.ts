import { afterEach, expect, it, vi } from 'vitest'
import { keepWaitingPage, takeWaitingPage } from './waiting-page.ts'

function storeInMemory(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}

afterEach(() => vi.unstubAllGlobals())

const ID = '8d0f3a52-7c1e-4b9a-9f64-1c2d3e4f5a6b'

it.each([`/check/${ID}`, `/approve/${ID}`, '/node?allow=agent%3Adeployer%40example.org', '/node?view=receipts'])(
  'leads back to %s, once',
  (path) => {
    storeInMemory()
    keepWaitingPage(path)
    expect([takeWaitingPage(), takeWaitingPage()]).toEqual([path, null])
  },
)

it.each([
  '//evil.example',
  'https://evil.example/approve/1',
  `/approve/${ID}/../../x`,
  '/admin',
  '/\\evil.example',
  '/\t/evil.example',
  '/join?way=sign-in',
  'javascript:1',
])('leads nowhere for %s, and keeps the page that waited before', (path) => {
  storeInMemory()
  localStorage.setItem('stillhere-waiting-page', JSON.stringify({ path, until: Date.now() + 1000 }))
  expect(takeWaitingPage()).toBeNull()
  keepWaitingPage('/node?view=access')
  keepWaitingPage(path)
  expect(takeWaitingPage()).toBe('/node?view=access')
})

it('leads nowhere ten minutes later, or by a clock that was set back', () => {
  for (const later of [600_000, -1]) {
    storeInMemory()
    keepWaitingPage('/node?view=receipts', 1_000_000)
    expect(takeWaitingPage(1_000_000 + later)).toBeNull()
  }
})

it('leads nowhere in a browser that stores nothing', () => {
  keepWaitingPage(`/approve/${ID}`)
  expect(takeWaitingPage()).toBeNull()
})
