import { defineConfig } from 'vitest/config'

// As in the root's configuration, but for this package alone, without the 100,000 fuzzed captures and without the tests
// that compile or bundle.
const conditions = ['stillhere-source', 'module', 'node', 'development|production']

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['stillhere-source'] } },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: ['src/fuzz.test.ts'],
    testTimeout: 60_000,
  },
})
