import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

type Ended = { name: string; code: number; output: string; ms: number }

/** Runs scripts of a package.json one after the other, each in what others leave of the machine, and tells of each when it has ended. */
export async function runInGaps(names: readonly string[], onEnd: (ended: Ended) => void, root = ROOT): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const name of names) {
    onEnd(await runScript(name, scripts[name] ?? `echo "there is no script ${name}"; exit 1`, root))
  }
}

/** As `nice` counts: 0 is everybody else, 19 the last. */
const AFTER_OTHERS = '10'
// Compilers written in Go would divide their work among all cores, and then do part of it twice.
// They keep nearly all that they make, so that most of their searches for garbage find none: a quarter of what types take.
const FOR_COMPILERS = { GOMAXPROCS: '1', GOGC: '400' }

/** How long each script took, in seconds, on one line. */
export function listTimes(ended: readonly Pick<Ended, 'name' | 'ms'>[]): string {
  return ended.map(({ name, ms }) => `${name} ${Math.round(ms / 1000)} s`).join(', ')
}

function runScript(name: string, command: string, cwd: string): Promise<Ended> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', AFTER_OTHERS, 'sh', '-c', command], {
      cwd,
      env: { ...process.env, ...FOR_COMPILERS },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child
      .on('error', reject)
      .on('close', (code) => resolve({ name, code: code ?? 1, output, ms: performance.now() - startedAt }))
  })
}

/** Runs checks in the gaps of a command, whose output is seen as it comes, and returns an exit code. A check that fails interrupts the command. */
export async function runBeside(command: string, checks: readonly string[], root = ROOT): Promise<number> {
  const [program = '', ...options] = command.split(' ')
  const tests = spawn(program, options, { stdio: 'inherit' })
  const ended = new Promise<number>((resolve) =>
    tests.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1)),
  )
  const all: Ended[] = []
  const note = (check: Ended) => {
    all.push(check)
    console.log(`\n> ${check.name}\n\n${check.output.trimEnd()}\n`)
    if (check.code !== 0) tests.kill('SIGINT')
  }
  await runInGaps(checks, note, root)
  const code = await ended
  const failed = all.filter((check) => check.code !== 0)
  for (const { name, output } of failed) console.log(`\n> ${name} failed\n\n${output.trimEnd()}`)
  keepTimes(all, root)
  return failed[0]?.code ?? code
}

/** Leaves how long each took where whoever sums up at the end looks for it. */
function keepTimes(all: readonly Ended[], root: string): void {
  const times = listTimes(all)
  console.log(`\nChecks: ${times}`)
  const folder = join(root, 'node_modules', '.cache')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'checks'), `${times}\n`)
}

if (import.meta.main) {
  const [command = '', ...checks] = process.argv.slice(2)
  process.exitCode = await runBeside(command, checks)
}
