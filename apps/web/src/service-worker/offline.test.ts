import { describe, expect, it } from 'vitest'
import { selectDocument, selectStrategy, isOutdated, formatCacheName } from './offline.ts'

const ORIGIN = 'https://still.example'
const BUILD = { id: 'b2', files: [], documents: ['/', '/verify'], pages: ['/', '/verify', '/scan'] }

describe('chooseWay', () => {
  it.each([
    ['GET', 'navigate', '/verify?x=1', 'page'],
    ['GET', 'navigate', '/check/7', 'untouched'],
    ['GET', 'navigate', '/docs', 'untouched'],
    ['GET', 'navigate', '/oidc/auth', 'untouched'],
    ['GET', 'cors', '/api/health', 'untouched'],
    ['GET', 'navigate', '/api/health', 'untouched'],
    ['POST', 'cors', '/assets/a-1.js', 'untouched'],
    ['GET', 'no-cors', '/assets/a-1.js', 'file'],
    ['GET', 'cors', '/assets/hand-1.task', 'untouched'],
    ['GET', 'cors', '/assets/vision-1.wasm', 'untouched'],
    ['GET', 'no-cors', '/check.js', 'untouched'],
    ['GET', 'cors', 'https://other.example/assets/a-1.js', 'untouched'],
  ])('%s %s %s: %s', (method, mode, path, way) => {
    expect(selectStrategy({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, BUILD)).toBe(way)
  })
})

it('stands in with the document of the page, or else of Home', () => {
  expect([selectDocument('/verify', BUILD), selectDocument('/scan', BUILD)]).toEqual(['/verify', '/'])
})

it('takes only caches of earlier builds for outdated', () => {
  expect([formatCacheName(BUILD), 'stillhere-b1', 'other'].map((name) => isOutdated(name, BUILD))).toEqual([
    false,
    true,
    false,
  ])
})
