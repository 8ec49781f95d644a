import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CHAPTERS } from './chapters.ts'
import { listReadingOrder, renderSite, createSearchIndex } from './site.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const site = renderSite()
const byAddress = new Map(site.pages.map((page) => [page.address, page]))
// What the service answers itself.
const SERVED = /^\/(?:|docs\/api|status|developers|verify|openapi\.json|api\/.*)$/

describe('the docs site', () => {
  it('has every guide in exactly one chapter, and no two pages at one address', () => {
    const listed = CHAPTERS.flatMap(({ files }) => files).filter((file) => file.startsWith('docs/'))
    const there = globSync('docs/**/*.md', { cwd: ROOT }).filter((file) => !/decisions\/\d/.test(file))
    expect(listed.toSorted()).toEqual(there.toSorted())
    expect(byAddress.size).toBe(site.pages.length)
    expect(listReadingOrder(site.pages)).toHaveLength(CHAPTERS.flatMap(({ files }) => files).length)
  })

  it('has no dead link, and no anchor that leads nowhere', () => {
    const dead = site.pages.flatMap(({ file, address, html }) =>
      [...html.matchAll(/ href="([^"]*)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !isAlive(href, address))
        .map((href) => `${file}: ${href}`),
    )
    expect(dead).toEqual([])
  })

  it('leaves out only links to what is read in a checkout', () => {
    const absent = site.pages.flatMap(({ file, html }) =>
      [...html.matchAll(/<span class="absent">(.*?)<\/span>/g)].map(([, words]) => `${file}: ${words}`),
    )
    expect(absent.toSorted()).toEqual([
      'CONTRIBUTING.md: Apache License 2.0',
      'docs/internals/arena.md: challenge',
      'docs/internals/signature.md: people.json',
      'packages/contract/README.md: Stillhere',
    ])
  })

  it('gives every page a title, every picture words and a size', () => {
    for (const { file, title, html } of site.pages) {
      expect(title, file).not.toBe('')
      for (const [image] of html.matchAll(/<img [^>]*>/g))
        expect(image, file).toMatch(/alt="[^"]+" width="\d+" height="\d+"/)
    }
  })

  it('has a search index of at most 500 kB', () => {
    expect(createSearchIndex(site.pages).length).toBeLessThanOrEqual(500_000)
  })
})

function isAlive(href: string, from: string): boolean {
  if (/^https?:|^mailto:/.test(href)) return true
  const [path = '', fragment = ''] = href.split('#')
  if (SERVED.test(path || from) || path.startsWith('/assets/')) return true
  const page = byAddress.get(path || from)
  return page !== undefined && (fragment === '' || page.headings.some(({ id }) => id === fragment))
}
