import type { Browser } from 'playwright-core'
import { type Launch, launchChromium } from './chromium.ts'

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
  const browser = launchChromium(launch)
  started.set(key, browser)
  return browser
}

/** Closes every context that is still open. */
export async function closeContexts(): Promise<void> {
  const browsers = await Promise.all(started.values())
  await Promise.all(browsers.flatMap((browser) => browser.contexts()).map((context) => context.close()))
}
