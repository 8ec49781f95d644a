import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

// V8's threads compile and clear up beside a page at four times of what the page itself needs without them, since tests leave most pages
// soon. Pages with devices stay longer: the camera's model is slower without.
const ON_ONE_THREAD = '--js-flags=--single-threaded'

const started = new Map<string, Promise<Browser>>()

/**
 * The Chromium with these flags that all test files of a worker share; it ends with the worker. The caller that opens a context closes it,
 * and what a failed test left open is closed after its file.
 */
export async function shareChromium(launch: Launch = {}): Promise<Browser> {
  const key = JSON.stringify(launch)
  const before = await started.get(key)
  // A browser that died with one file must not take the others along.
  if (before?.isConnected()) return before
  const { withDevices = false, args = [] } = launch
  const browser = launchChromium({ withDevices, args: withDevices ? args : [...args, ON_ONE_THREAD] })
  started.set(key, browser)
  return browser
}

/** Closes every context that is still open. */
export async function closeContexts(): Promise<void> {
  const browsers = await Promise.all(started.values())
  await Promise.all(browsers.flatMap((browser) => browser.contexts()).map((context) => context.close()))
}

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
// The same browser without its windows, its camera and its sensors, in half the time.
const SHELL = '/usr/bin/chromium-headless-shell'
const QUIET_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else every context has a second process in store, which nobody needs.
  '--renderer-process-limit=1',
  // Tests talk to this machine only; whatever else a page asks for is found nowhere.
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** The Chromium to test with: CHROMIUM_PATH, else the first usual path that starts. */
export function findChromium(chosen = process.env.CHROMIUM_PATH, usual = USUAL_PATHS): string | undefined {
  if (!chosen) return usual.find(starts)
  if (!starts(chosen)) throw new Error(`CHROMIUM_PATH does not name a Chromium that starts: ${chosen}`)
  return chosen
}

/** The lighter Chromium for pages that need no device; the whole one where there is none, or where one was chosen. */
export function findShell(chosen = process.env.CHROMIUM_PATH, shell = SHELL): string | undefined {
  return chosen || !starts(shell) ? findChromium(chosen) : shell
}

/** `withDevices` for pages that use the camera, the sensors or their permissions. */
type Launch = { withDevices?: boolean; args?: readonly string[] }

/** A Chromium with sensors that a test may hold, and a camera that shows a moving picture. */
export const WITH_DEVICES: Launch = { withDevices: true, args: ['--use-fake-device-for-media-stream'] }

/** Starts a headless Chromium, with more flags if a test needs them; the caller closes it. */
export async function launchChromium({ withDevices = false, args = [] }: Launch = {}): Promise<Browser> {
  const executablePath = withDevices ? findChromium() : findShell()
  if (executablePath === undefined) throw new Error('no Chromium found; set CHROMIUM_PATH')
  const { chromium } = await import('playwright-core')
  // Chromium refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...sandbox, ...QUIET_FLAGS, ...args] })
}

// Some systems keep a script under the usual name that only says how to install the browser.
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}
