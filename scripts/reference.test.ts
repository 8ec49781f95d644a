import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseDocComment } from './generate/published-exports.ts'
import { findExportProblems, findReferenceProblems, listExamples, type ReferenceExample } from './generate/reference.ts'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = ['receipt', 'client']

describe.each(PACKAGES)('the reference of %s', (name) => {
  it('has a comment for every export, what each function returns, and a line of use', () => {
    expect(findReferenceProblems(`packages/${name}`)).toEqual([])
  })

  it('shows only examples that run', { timeout: 60_000 }, async () => {
    const examples = listExamples(`packages/${name}`)
    expect(examples.length).toBeGreaterThan(30)
    expect(await runExamples(examples, name)).toBe(`${examples.length} examples ran\n`)
  })
})

it('reads a doc comment by its parts', () => {
  const text =
    '*\n * Adds numbers,\n * slowly.\n *\n * @returns the sum.\n * @throws {RangeError} for none.\n * @example\n * add(1, 2) // 3\n '
  expect(parseDocComment(text.slice(1))).toEqual({
    description: 'Adds numbers,\nslowly.',
    returns: 'the sum.',
    throws: ['{RangeError} for none.'],
    example: 'add(1, 2) // 3',
  })
})

it('finds an export without a comment, without its result, and without a line of use', () => {
  const find = (description: string, example: string) =>
    findExportProblems({
      name: 'add',
      home: 'packages/receipt',
      kind: 'function',
      signatures: [{ text: 'function add(): number', comment: { description, returns: '', throws: [], example } }],
      hiddenTypes: [],
      path: 'a.ts',
    })
  expect(find('Returns the sum.', 'add()')).toEqual([])
  expect(find('', 'add()')).toEqual(['a.ts: add has no doc comment'])
  expect(find('Adds.', 'add()')).toEqual(['a.ts: add does not say what it returns'])
  expect(find('Returns the sum.', '')).toEqual(['a.ts: add shows no line of use'])
})

describe('an example', () => {
  const example = (code: string): ReferenceExample => ({ specifier: '@stillhere/receipt', name: 'it', code })

  it('is refused where it returns something else than it says', async () => {
    await expect(runExamples([example(`bytesToHex(new Uint8Array([255])) // 'fe'`)], 'receipt')).rejects.toThrow("'ff'")
  })

  it('is refused where it throws', async () => {
    await expect(runExamples([example(`parseJson('{')`)], 'receipt')).rejects.toThrow('is not JSON')
  })
})

/** Runs examples in a process of their own, with the exports of their entry points and the values of `examples/reference` in scope. */
async function runExamples(examples: readonly ReferenceExample[], name: string): Promise<string> {
  const values = join(ROOT, 'examples', 'reference', `${name}.ts`)
  const cwd = mkdtempSync(join(tmpdir(), 'reference-'))
  symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'))
  writeFileSync(join(cwd, 'examples.ts'), await writeProgram(examples, values))
  try {
    const options = ['--conditions=stillhere-source', 'examples.ts']
    return (await promisify(execFile)(process.execPath, options, { cwd })).stdout
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

async function writeProgram(examples: readonly ReferenceExample[], values: string): Promise<string> {
  const specifiers = [...new Set(examples.map(({ specifier }) => specifier))]
  const imports = new Set(examples.flatMap(({ code }) => code.match(/^import .*$/gm) ?? []))
  return [
    "import { deepEqual } from 'node:assert/strict'",
    ...imports,
    // First, because the values include a document, which some modules need.
    `const all = { ...await import('${values}') }`,
    ...specifiers.map((specifier) => `Object.assign(all, await import('${specifier}'))`),
    'for (const [name, value] of Object.entries(all)) Object.defineProperty(globalThis, name, { value, writable: true })',
    'const problems = []',
    'let ran = 0',
    'const run = (name, example) => example().then(() => { ran += 1 }, (error) => { problems.push(`the example of ${name}: ${error?.message}`) })',
    ...examples.map(({ name, code }) => `await run('${name}', async () => {\n${checkResults(code)}\n})`),
    "if (problems.length > 0) throw new Error(problems.join('\\n'))",
    'console.log(`${ran} examples ran`)',
    'process.exit()',
  ].join('\n')
}

// `expression // value` promises the value, where the comment is a literal.
function checkResults(code: string): string {
  return code
    .replace(/^import .*$/gm, '')
    .split('\n')
    .map((line) => {
      const [, expression, value] =
        /^(?!const |let |if |import )(.+?) \/\/ ('.*'|-?\d[\d.]*|true|false|null|\[.*\]|\{.*\})$/.exec(line) ?? []
      return expression === undefined ? line : `deepEqual(${expression}, ${value})`
    })
    .join('\n')
}
