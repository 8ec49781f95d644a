import { spawnSync } from 'node:child_process'

/** Runs a command in the foreground; when it fails, this process ends with it, and only the command's own words remain. */
export function run(command: string, args: readonly string[], cwd = process.cwd()): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
