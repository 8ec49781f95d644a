import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type FencedBlock, findFencedBlocks } from '../scripts/fenced-blocks.ts'
import { canPython, pythonEnvironment } from '../scripts/programs.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGES = ['README.md', ...globSync('packages/*/README.md', { cwd: ROOT }).toSorted()]
const DOCS = globSync('docs/*.md', { cwd: ROOT }).toSorted()
// These need a service beside them: tour.test.ts and with-service.test.ts run them.
const WITH_SERVICE = ['**/tour.sh', '**/wallet-*.ts', '**/publish-*.ts']
const EXAMPLES = globSync('examples/*.{ts,sh}', { cwd: ROOT, exclude: ['**/*.test.ts', ...WITH_SERVICE] }).toSorted()
const PYTHON_EXAMPLES = globSync('examples/*.py', { cwd: ROOT }).toSorted()
const CODE = /^(?:ts|js|mts|mjs|tsx|jsx|typescript|javascript|py|python)$/i

describe.each(PAGES)('%s', (page) => {
  it('shows no code that is not an example file', () => {
    const strangers = blocksOf(page).filter(({ language, example }) => CODE.test(language) && example === undefined)
    expect(strangers.map(({ line }) => `${page}:${line}`)).toEqual([])
  })
})

describe.each([...PAGES, ...DOCS])('%s', (page) => {
  it('shows every example exactly as its file has it', () => {
    for (const { example, text, line } of blocksOf(page)) {
      if (example !== undefined) expect(text, `${page}:${line}`).toBe(readFileSync(join(ROOT, example), 'utf8'))
    }
  })
})

it('no page, message or example asks a registry for a package that is not ours yet', () => {
  const published = globSync(
    ['*.md', 'docs/**/*.md', 'deploy/**/*', 'examples/**/*', '{apps,packages}/*/{src,README.md}/**/*'],
    { cwd: ROOT, exclude: ['CHANGELOG.md', '**/node_modules/**', '**/*.test.ts'] },
  ).filter((path) => /\.(?:md|ts|tsx|sh|html|json|ya?ml)$/.test(path))
  expect(published.length).toBeGreaterThan(500)
  const strangers = published.filter((path) =>
    /npx(?: |", "args": \[")(?:-y |--yes )?stillhere/.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(strangers).toEqual([])
})

it('docs/add-to-your-site.md counts the lines of the examples as they are', () => {
  const text = readFileSync(join(ROOT, 'docs/add-to-your-site.md'), 'utf8')
  const counts = [...text.matchAll(/\]\(\.\.\/(examples\/[^)]+)\), (\d+) lines/g)]
  expect(counts.length).toBeGreaterThan(6)
  for (const [, file = '', lines] of counts)
    expect(readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1, file).toBe(Number(lines))
})

describe('examples', () => {
  it.each(EXAMPLES)('%s runs and ends well', { timeout: 60_000 }, async (example) => {
    const cwd = mkdtempSync(join(tmpdir(), 'example-'))
    // npx looks for commands in the folder it is called in.
    symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'))
    const env = { ...withoutNpm(process.env), EXAMPLES: import.meta.dirname }
    const [command, ...options] = example.endsWith('.sh')
      ? ['bash', '-eu']
      : [process.execPath, '--conditions=stillhere-source']
    await promisify(execFile)(command, [...options, join(ROOT, example)], { cwd, env })
    rmSync(cwd, { recursive: true })
  })

  it.runIf(canPython('pass', 'examples in Python')).each(PYTHON_EXAMPLES)('%s runs and ends well', async (example) => {
    await promisify(execFile)('python3', [join(ROOT, example)], { env: pythonEnvironment() })
  })
})

function blocksOf(page: string): FencedBlock[] {
  return findFencedBlocks(readFileSync(join(ROOT, page), 'utf8'))
}

// The options of the npm that started the tests are not those of an npx in an example.
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toLowerCase().startsWith('npm_')))
}
