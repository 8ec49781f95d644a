import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIST = process.env.WEB_DIR ?? join(import.meta.dirname, '..', 'dist')
const HOME_BYTES = 35_000
const PAGE_BYTES = 80_000

/** All scripts that the document of a page names: what a reader must have before the page is drawn. */
function scriptsOf(name: string): string[] {
  const html = readFileSync(join(DIST, 'pages', `${name}.html`), 'utf8')
  return [...new Set([...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))]
}

function gzipBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0)
}

describe('the first load', () => {
  it.each(readdirSync(join(DIST, 'pages')).map((file) => file.replace('.html', '')))(
    'of %s is small: 35 kB of compressed script for Home, 80 for any page',
    (name) => {
      const most = name === 'home' ? HOME_BYTES : PAGE_BYTES
      expect(gzipBytes(scriptsOf(name))).toBeLessThanOrEqual(most)
    },
  )

  it('holds neither the engine nor a model of the camera', () => {
    const text = scriptsOf('home')
      .map((file) => readFileSync(join(DIST, file), 'utf8'))
      .join('')
    expect(text).not.toMatch(/landmarker|WebAssembly/)
  })

  it('has no code or style inside the document', () => {
    const html = readFileSync(join(DIST, 'pages', 'home.html'), 'utf8')
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\bon\w+=/)
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})

it('sw.js is at most 3 kB compressed', () => {
  expect(gzipBytes(['sw.js'])).toBeLessThanOrEqual(3000)
})

it('check.js, which other sites load, is at most 6 kB compressed', () => {
  expect(gzipBytes(['check.js'])).toBeLessThanOrEqual(6000)
})
