import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const OS_RELEASE = '/etc/os-release'
// Another script may be installing something.
const WAIT = ['-o', 'DPkg::Lock::Timeout=300']

/** Whether programs can be installed here without asking anybody: as root, on Debian. */
export function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(OS_RELEASE)) return false
  return /^ID="?debian"?$/m.test(readFileSync(OS_RELEASE, 'utf8'))
}

/** Runs apt-get; returns why it failed, or undefined. */
export function apt(...step: string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', ['-q', ...WAIT, ...step], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `apt-get ${step[0]} failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`
}

/** Returns true if a program is on the PATH. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['-V'], { stdio: 'ignore' }).error === undefined
}
