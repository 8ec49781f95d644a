import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Where a run leaves how long each script took, for whoever sums up at the end. */
const CACHE = join(ROOT, 'node_modules', '.cache')

type Ended = { name: string; code: number; output: string; ms: number }

/** Runs scripts of a package.json, as many at a time as there are cores, and hands over what each has printed when it has ended. */
export async function runSideBySide(
  names: readonly string[],
  onEnd: (ended: Ended) => void,
  { root = ROOT, atOnce = availableParallelism() } = {},
): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const waiting = [...names]
  const takeNext = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      onEnd(await runScript(name, scripts[name] ?? `echo "there is no script ${name}"; exit 1`, root))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
}

// Every core has a script of its own. Compilers written in Go would divide their work among all cores, and then do part of it twice.
// They keep nearly all that they make, so that most of their searches for garbage find none: a quarter of what types take.
const FOR_COMPILERS = { GOMAXPROCS: '1', GOGC: '400' }

/** How long each script took, in seconds, on one line. */
export function listTimes(ended: readonly Pick<Ended, 'name' | 'ms'>[]): string {
  return ended.map(({ name, ms }) => `${name} ${Math.round(ms / 1000)} s`).join(', ')
}

function runScript(name: string, command: string, cwd: string): Promise<Ended> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      cwd,
      env: { ...process.env, ...FOR_COMPILERS },
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child
      .on('error', reject)
      .on('close', (code) => resolve({ name, code: code ?? 1, output, ms: performance.now() - startedAt }))
  })
}

if (import.meta.main) {
  const all: Ended[] = []
  await runSideBySide(process.argv.slice(2), (ended) => {
    const { name, code, output } = ended
    console.log(`\n> ${name}\n\n${output.trimEnd()}`)
    if (code !== 0) process.exitCode = code
    all.push(ended)
  })
  const times = listTimes(all)
  console.log(`\nChecks: ${times}`)
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, 'checks'), `${times}\n`)
}
