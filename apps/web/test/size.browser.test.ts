import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIST = process.env.WEB_DIR ?? join(import.meta.dirname, '..', 'dist')
const HOME_BYTES = 36_000
const PAGE_BYTES = 80_000
/** Of the catalogues that come on top in other languages than English. */
const WORDS_BYTES = { home: 9000, page: 26_000 }
const PAGES = readdirSync(join(DIST, 'pages', 'en')).map((file) => file.replace('.html', ''))

/** All scripts that the document of a page names: what a reader must have before the page is drawn. */
function scriptsOf(name: string, language = 'en'): string[] {
  const html = readFileSync(join(DIST, 'pages', language, `${name}.html`), 'utf8')
  return [...new Set([...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))]
}

function gzipBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0)
}

describe('the first load', () => {
  it.each(PAGES)('of %s is small: 36 kB of compressed script for Home, 80 for any page', (name) => {
    const most = name === 'home' ? HOME_BYTES : PAGE_BYTES
    expect(gzipBytes(scriptsOf(name))).toBeLessThanOrEqual(most)
  })

  it.each(['de', 'es'])('in %s has the same code, and 9 kB of words for Home, 26 for any page', (language) => {
    for (const name of PAGES) {
      const [english, scripts] = [scriptsOf(name), scriptsOf(name, language)]
      expect(english.filter((file) => !scripts.includes(file))).toEqual([])
      const words = scripts.filter((file) => !english.includes(file))
      expect(gzipBytes(words), name).toBeLessThanOrEqual(name === 'home' ? WORDS_BYTES.home : WORDS_BYTES.page)
    }
  })

  it('holds neither the engine nor a model of the camera', () => {
    const text = scriptsOf('home')
      .map((file) => readFileSync(join(DIST, file), 'utf8'))
      .join('')
    expect(text).not.toMatch(/landmarker|WebAssembly/)
  })

  it('has no code or style inside the document', () => {
    const html = readFileSync(join(DIST, 'pages', 'en', 'home.html'), 'utf8')
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\bon\w+=/)
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})

it('the engine, which a scan loads into a thread of its own, is at most 95 kB compressed', () => {
  const engines = readdirSync(join(DIST, 'assets')).filter((file) => /^worker-.*\.js$/.test(file))
  expect(engines).toHaveLength(1)
  expect(gzipBytes([join('assets', engines[0] ?? '')])).toBeLessThanOrEqual(95_000)
})

it('sw.js is at most 3 kB compressed', () => {
  expect(gzipBytes(['sw.js'])).toBeLessThanOrEqual(3000)
})

it('check.js, which other sites load, is at most 6 kB compressed', () => {
  expect(gzipBytes(['check.js'])).toBeLessThanOrEqual(6000)
})
