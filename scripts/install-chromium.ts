import { findChromium, findShell } from './chromium.ts'
import { apt, canInstall } from './programs.ts'

function main(): void {
  const isComplete = findChromium() !== undefined && (process.env.CHROMIUM_PATH || findShell() !== findChromium())
  if (isComplete) return
  const reason = canInstall() ? install() : 'no Chromium found (set CHROMIUM_PATH)'
  if (findChromium() === undefined) refuseOrTell(reason ?? 'the installed Chromium does not start')
}

/** Installs Debian's Chromium; returns why it could not, or undefined. */
function install(): string | undefined {
  console.log('installing Chromium for the browser tests')
  const reason = apt('update') ?? apt('install', '-y', 'chromium')
  // Only saves time, so nothing is lost where there is none.
  apt('install', '-y', 'chromium-headless-shell')
  return reason
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
