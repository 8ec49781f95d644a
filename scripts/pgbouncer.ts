import { spawnSync } from 'node:child_process'

/** Whether a PgBouncer is installed. */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0
}
