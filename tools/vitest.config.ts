import { defineConfig } from 'vitest/config'

const conditions = ['stillhere-source', 'module', 'node', 'development|production']

/** What compares our work with that of others; npm run compare. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['stillhere-source'] } },
  test: {
    root: import.meta.dirname,
    include: process.argv.includes('inspector') ? ['inspector/*.test.ts'] : ['*.test.ts'],
    globalSetup: ['../apps/server/test/postgres.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
