import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIST = process.env.WEB_DIR ?? join(import.meta.dirname, '..', 'dist')
const MOST_BYTES = 90_000

type Chunk = { file: string; imports?: string[]; css?: string[] }

function manifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
}

/** All scripts that a reader of the page must have before anything works. */
function scriptsOf(entries: readonly string[]): string[] {
  const chunks = manifest()
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const one of chunk.imports ?? []) add(one)
  }
  for (const entry of entries) add(entry)
  return [...files]
}

function gzipBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0)
}

describe('the first load', () => {
  it('of Home is at most 90 kB of script, compressed', () => {
    expect(gzipBytes(scriptsOf(['index.html', 'src/pages/home/page.tsx']))).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('holds neither the engine nor a model of the camera', () => {
    const home = scriptsOf(['index.html', 'src/pages/home/page.tsx'])
    const text = home.map((file) => readFileSync(join(DIST, file), 'utf8')).join('')
    expect(text).not.toMatch(/landmarker|WebAssembly/)
  })

  it('has no code or style inside the document', () => {
    const html = readFileSync(join(DIST, 'index.html'), 'utf8')
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\bon\w+=/)
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})

it('sw.js, which waits for push messages, is at most 1 kB compressed and handles no requests', () => {
  expect(gzipBytes(['sw.js'])).toBeLessThanOrEqual(1000)
  expect(readFileSync(join(DIST, 'sw.js'), 'utf8')).not.toMatch(/fetch|caches/)
})

it('check.js, which other sites load, is at most 6 kB compressed', () => {
  expect(gzipBytes(['check.js'])).toBeLessThanOrEqual(6000)
})
