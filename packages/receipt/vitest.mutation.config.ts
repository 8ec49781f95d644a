import { defineConfig } from 'vitest/config'

// As in the root's configuration, but for this package alone and without the 100 000 fuzzed inputs.
const conditions = ['stillhere-source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['stillhere-source'] } },
  test: { include: ['src/*.test.ts'], exclude: ['src/fuzz.test.ts'] },
})
