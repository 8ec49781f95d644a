import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { runInThisContext } from 'node:vm'
import { type BuildOptions, build } from 'esbuild'
import { findChromium, launchChromium } from '../../../scripts/chromium.ts'
import { environmentWithoutCryptography, findPython, pythonEnvironment } from '../../../scripts/programs.ts'
import { type Answer, answerAll, type CaseGroup } from './answer-cases.ts'
import { readGroups } from './cases.ts'

/** One implementation on one runtime. It answers all cases of the files, or says why it could not be asked. */
export type Runner = {
  name: string
  answer: (paths: readonly string[]) => Promise<Answer[]>
  /** Whether an answer is right where the runtime lacks something; as expected, by default. */
  agrees?: (one: { kind: CaseGroup['kind']; expected: unknown; got: unknown }) => boolean
}

/** Thrown by a runner whose runtime may be absent. */
export class NotMade extends Error {}

const PACKAGE = join(import.meta.dirname, '..')
// Within the repository, so that Node finds the dependencies from there.
const SCRATCH = join(PACKAGE, '..', '..', 'node_modules', '.cache', 'stillhere-conformance')
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024

const run = promisify(execFile)

export async function allRunners(): Promise<Runner[]> {
  const node = machineNode()
  const { stdout } = await run(node, ['--version'])
  return [
    { name: `source, Node ${process.versions.node}`, answer: answerFromSource },
    { name: `built package, Node ${stdout.trim().slice(1)}`, answer: (paths) => answerFromDist(node, paths) },
    { name: `web crypto bundle, Node ${process.versions.node}`, answer: answerFromBundle },
    { name: 'Python', answer: (paths) => answerFromPython('import cryptography', paths, pythonEnvironment()) },
    {
      name: 'Python without cryptography',
      answer: (paths) => answerFromPython('pass', paths, environmentWithoutCryptography()),
      agrees: refusesApprovals,
    },
    { name: 'Chromium', answer: answerFromChromium },
  ]
}

/** Somebody's own program: it gets the case files as its last arguments and prints its answers. */
export function runnerOf([command = '', ...args]: readonly string[]): Runner {
  const answer = async (paths: readonly string[]) =>
    readAnswers(await run(command, [...args, ...paths], { maxBuffer: MAX_OUTPUT_BYTES }))
  return { name: [command, ...args].join(' '), answer }
}

/** The Node that the machine has, which may be older than the one that npm scripts of this repository run on. */
function machineNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path)) ?? process.execPath
}

async function answerFromSource(paths: readonly string[]): Promise<Answer[]> {
  return answerAll(readGroups(paths))
}

async function answerFromDist(node: string, paths: readonly string[]): Promise<Answer[]> {
  await buildPackage(join(SCRATCH, 'node_modules', '@stillhere', 'receipt'))
  const outfile = join(SCRATCH, 'worker.mjs')
  await bundle('worker.ts', {
    platform: 'node',
    format: 'esm',
    external: ['@stillhere/receipt', '@stillhere/receipt/*'],
    outfile,
  })
  return readAnswers(await run(node, [outfile, ...paths], { maxBuffer: MAX_OUTPUT_BYTES }))
}

/** Builds as it is published, but beside dist, which may be older than the source or in use. */
async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await run('tsc', ['-p', join(PACKAGE, 'tsconfig.json'), '--outDir', join(folder, 'dist')])
  copyFileSync(join(PACKAGE, 'package.json'), join(folder, 'package.json'))
}

async function answerFromBundle(paths: readonly string[]): Promise<Answer[]> {
  const library = runInThisContext(`${await browserScript()};conformance`) as { answerAll: typeof answerAll }
  return library.answerAll(readGroups(paths))
}

async function answerFromPython(code: string, paths: readonly string[], env: NodeJS.ProcessEnv): Promise<Answer[]> {
  const python = findPython(code)
  if (python === undefined) throw new Error(`no python3 was found that can run "${code}": npm run programs`)
  const script = join(import.meta.dirname, 'answer_cases.py')
  return readAnswers(await run(python, [script, ...paths], { env, maxBuffer: MAX_OUTPUT_BYTES }))
}

/** Without its package for signatures of passkeys, Python accepts no approval; of a good one it says that the signature is why. */
function refusesApprovals({
  kind,
  expected,
  got,
}: {
  kind: CaseGroup['kind']
  expected: unknown
  got: unknown
}): boolean {
  if (kind !== 'approval' && kind !== 'quorum' && kind !== 'introduction') return isDeepStrictEqual(got, expected)
  const [due, said] = [expected, got] as { accepted: boolean; reason?: string }[]
  const reason = kind === 'quorum' ? 'TOO_FEW_APPROVERS' : 'APPROVER_SIGNATURE'
  return said?.accepted === false && (due?.accepted === false || said.reason === reason)
}

async function answerFromChromium(paths: readonly string[]): Promise<Answer[]> {
  if (findChromium() === undefined) throw new NotMade('no Chromium found (set CHROMIUM_PATH)')
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    // Only a page of https has WebCrypto. Nothing is fetched for it.
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('https://conformance.example/')
    await page.addScriptTag({ content: await browserScript() })
    // As text: lone surrogates and the exact spelling of numbers must reach the page unchanged.
    const groups = JSON.stringify(JSON.stringify(readGroups(paths)))
    const answers = await page.evaluate(
      `conformance.answerAll(JSON.parse(${groups})).then((answers) => JSON.stringify(answers))`,
    )
    return JSON.parse(String(answers)) as Answer[]
  } finally {
    await browser.close()
  }
}

/** The library as browsers get it, with everything it needs, as one script that sets the global `conformance`. */
async function browserScript(): Promise<string> {
  const options = { platform: 'browser', format: 'iife', globalName: 'conformance' } as const
  return bundle('answer-cases.ts', { ...options, conditions: ['stillhere-source'], write: false })
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
    ...options,
  })
  return outputFiles[0]?.text ?? ''
}

function readAnswers({ stdout }: { stdout: string }): Answer[] {
  return JSON.parse(stdout) as Answer[]
}
