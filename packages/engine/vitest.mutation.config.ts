import { defineConfig } from 'vitest/config'

// As in the root's configuration, but for this package alone, without the fuzzed captures and without the tests
// that compile or bundle.
const conditions = ['stillhere-source', 'module', 'node', 'development|production']
const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['stillhere-source'] } },
}

// All of the package takes hours. AREA=challenge npm run mutation:engine -- --mutate 'src/challenge/*.ts' asks one folder's
// own tests about its own code, and TESTS='{judge,pulse}' beside it those files alone: what they kill, all tests kill.
const folder = process.env.AREA ?? '**'
const tests = process.env.TESTS ?? '*'

// These exchange a global or a module, which must not be seen by other files; all others share one worker, which is faster.
const EXCHANGING = ['src/kernel/{load,wasm-kernel}.test.ts']

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    projects: [
      {
        ...fromSource,
        test: {
          name: 'shared',
          include: [`src/${folder}/${tests}.test.ts`],
          exclude: ['src/fuzz.test.ts', ...EXCHANGING],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'exchanging',
          include: folder === '**' || folder === 'kernel' ? EXCHANGING : [],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
