import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

const USUAL_PATHS = [
  // The same browser without its windows, which takes half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const QUIET_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium to test with: CHROMIUM_PATH, else the first usual path that starts. */
export function findChromium(chosen = process.env.CHROMIUM_PATH, usual = USUAL_PATHS): string | undefined {
  if (!chosen) return usual.find(starts)
  if (!starts(chosen)) throw new Error(`CHROMIUM_PATH does not name a Chromium that starts: ${chosen}`)
  return chosen
}

/** Starts a headless Chromium, with more flags if a test needs them; the caller closes it. */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium found; set CHROMIUM_PATH')
  const { chromium } = await import('playwright-core')
  // Chromium refuses its sandbox to root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET_FLAGS] : QUIET_FLAGS
  return chromium.launch({ executablePath, args: [...args, ...extraArgs] })
}

// Some systems keep a script under the usual name that only says how to install the browser.
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}
