import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/chromium.ts'

const BROWSER_TESTS = '**/*.browser.test.ts'
const IGNORED = ['**/node_modules/**', '**/dist/**', '**/.stryker-tmp/**']

// Packages of this repository are tested from their sources, never from an older build.
const conditions = ['stillhere-source', 'module', 'node', 'development|production']
const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['stillhere-source'] } },
}

const unit = {
  ...fromSource,
  test: { name: 'unit', include: ['**/*.test.ts'], exclude: [...IGNORED, BROWSER_TESTS] },
}
const browser = {
  ...fromSource,
  test: { name: 'browser', include: [BROWSER_TESTS], exclude: IGNORED, testTimeout: 60_000, hookTimeout: 60_000 },
}

export default defineConfig({
  test: { projects: findChromium() === undefined ? [unit] : [unit, browser] },
})
