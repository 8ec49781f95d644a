import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGES = ['*.md', 'docs/*.md', 'packages/*/README.md'].flatMap((place) => globSync(place, { cwd: ROOT }))
const MANIFESTS = globSync('{packages,apps}/*/package.json', { cwd: ROOT })
// Texts that the packages show to people; comments speak to developers of what the engine judges.
const TEXTS = ['words', 'advice', 'hints'].flatMap((name) =>
  globSync(`packages/client/src/**/${name}.ts`, { cwd: ROOT }),
)

// Level 1 shows that motion looks like a person's and answers a fresh challenge. Nobody has shown that somebody lives.
const WITHDRAWN = /\b(?:living (?:person|human|hand|body)|alive|really there|proof of (?:life|humanity|personhood))\b/gi

describe('F1: claims of no more than level 1 proves', () => {
  it.each([...PAGES, ...TEXTS].toSorted())('%s', (page) => {
    expect(withoutCodes(readFileSync(join(ROOT, page), 'utf8')).match(WITHDRAWN)).toBeNull()
  })

  it.each(MANIFESTS.toSorted())('%s', (manifest) => {
    const { description = '' } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8'))
    expect(description.match(WITHDRAWN)).toBeNull()
  })

  it.each(['README.md', 'packages/client/README.md', 'docs/receipts.md', 'docs/receipt-limits.md'])(
    '%s says that simulation is not excluded',
    (page) => {
      const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/\s+/g, ' ')
      expect(text).toMatch(/simulation is not excluded|A program that simulates a hand passes/i)
    },
  )
})

describe('A7, B1: no page runs a command that a stranger could publish', () => {
  it.each(PAGES.toSorted())('%s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    expect(text.match(/npx (?:-y )?stillhere-receipt|^ *npm (?:i|install) @stillhere.*$/gm)).toBeNull()
  })
})

describe('what newcomers copy', () => {
  const EXAMPLES = globSync('examples/**/*.{ts,tsx,html,sh}', { cwd: ROOT })

  it.each([...PAGES, ...EXAMPLES].toSorted())(
    'A4: %s promises no vote per person, which a receipt does not show',
    (file) => {
      expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/\bone vote\b/i)
    },
  )

  it('A6: keys that are taken from the service are chosen by their status', () => {
    const takers = [...PAGES, ...EXAMPLES].filter((file) => TAKES_KEYS.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(takers).toEqual(expect.arrayContaining(['docs/receipts.md', 'examples/guarded-page/server.ts']))
    for (const file of takers) expect(readFileSync(join(ROOT, file), 'utf8'), file).toMatch(CHOOSES_BY_STATUS)
  })

  it.each(['docs/scan.md', 'packages/client/README.md', 'docs/add-to-your-site.md'])(
    'B6: %s says what a page of another origin needs',
    (page) => expect(readFileSync(join(ROOT, page), 'utf8')).toContain('CORS_ORIGINS'),
  )
})

const TAKES_KEYS = /\.getIssuer\(|continuity-issuer\.json \|/
const CHOOSES_BY_STATUS = /status === 'active'|\.status != "compromised"/

// Names of reasons, such as `not_alive`, are part of the interface; and what a receipt does not prove may be said.
function withoutCodes(text: string): string {
  return text
    .replaceAll(/(?:cannot do: prove|does not prove:\**) that [^.]+\./g, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/^\s*\w+: /gm, '')
}
