import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import type { Identity } from './unix-user.ts'

/** A program that is told to stop when this process dies, however it dies. */
export type Guarded = { child: ChildProcess; exited: Promise<string> }

// A second shell waits on a pipe that only this process holds open, and its end is this process's end. It is forked
// twice, so that PostgreSQL does not see a child that it did not start; then the first shell becomes the program.
const SCRIPT = `
( (
  read -r word <&3 && exit
  kill -INT $$
  for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 $$ || exit; done
  kill -QUIT $$
) </dev/null >/dev/null 2>&1 & )
exec "$@" 3<&-
`

/** What to run, as whom, and the open file that takes what it says. */
export type Program = {
  command: string
  args: readonly string[]
  identity: Identity
  env: NodeJS.ProcessEnv
  log: number
  input?: string
}

/** Starts a program in a session of its own, so that a signal to our process group does not reach it. */
export function spawnGuarded({ command, args, identity, env, log, input = '' }: Program): Guarded {
  const { prefix, ...ids } = identity
  const [first, ...rest] = [...prefix, '/bin/sh', '-c', SCRIPT, 'guard', command, ...args] as [string, ...string[]]
  const child = spawn(first, rest, { ...ids, env, cwd: '/', detached: true, stdio: ['pipe', log, log, 'pipe'] })
  child.stdin?.on('error', () => {}).end(input)
  const alive = child.stdio[3] as Writable
  alive.on('error', () => {})
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // A line on the pipe ends the second shell before the program's pid can be reused.
    child.once('exit', (code, signal) => {
      alive.end('done\n')
      resolve(signal ?? `code ${code}`)
    })
  })
  return { child, exited }
}
