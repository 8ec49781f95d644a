import type { Browser } from 'playwright-core'
import { type Launch, launchChromium } from './chromium.ts'

// V8's threads compile and clear up beside a page at four times of what the page itself needs without them, since tests leave most pages
// soon. Pages with devices stay longer: the camera's model is slower without.
const ON_ONE_THREAD = '--js-flags=--single-threaded'

const started = new Map<string, Promise<Browser>>()

/**
 * The Chromium with these flags that all test files of a worker share; it ends with the worker. Whoever opens a context in it closes it,
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
