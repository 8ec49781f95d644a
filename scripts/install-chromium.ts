import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findChromium, findShell } from './chromium.ts'

const OS_RELEASE = '/etc/os-release'

function main(): void {
  const isComplete = findChromium() !== undefined && (process.env.CHROMIUM_PATH || findShell() !== findChromium())
  if (isComplete) return
  const reason = canInstall() ? install() : 'no Chromium found (set CHROMIUM_PATH)'
  if (findChromium() === undefined) refuseOrTell(reason ?? 'the installed Chromium does not start')
}

function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(OS_RELEASE)) return false
  return /^ID="?debian"?$/m.test(readFileSync(OS_RELEASE, 'utf8'))
}

/** Installs Debian's Chromium; returns why it could not, or undefined. */
function install(): string | undefined {
  console.log('installing Chromium for the browser tests')
  const reason = apt('update') ?? apt('install', '-y', 'chromium')
  // Only saves time, so nothing is lost where there is none.
  apt('install', '-y', 'chromium-headless-shell')
  return reason
}

function apt(...step: string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', ['-q', ...step], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `apt-get ${step[0]} failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`
}

function refuseOrTell(reason: string): void {
  if (process.env.REQUIRE_BROWSER !== '1') return console.log(`browser tests were not run: ${reason}`)
  console.error(`REQUIRE_BROWSER=1, but the browser tests cannot run: ${reason}`)
  process.exitCode = 1
}

try {
  main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
