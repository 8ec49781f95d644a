import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// As in the root's configuration, but for this package alone and without the 100 000 fuzzed inputs.
const conditions = ['stillhere-source', 'module', 'node', 'development|production']
const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['stillhere-source'] } },
}

// These exchange a module, which must not be seen by other files; all others share one worker, which is much faster.
const EXCHANGING = ['src/*.{web,strict,early}.test.ts']

// A mutant is dead at the first failure, so the files that take long come last.
const SLOW = ['chain', 'attacks', 'parse-json', 'plain-json', 'edits'].map((name) => `/${name}.test.ts`)

const slowness = ({ moduleId }: TestSpecification) => SLOW.findIndex((name) => moduleId.endsWith(name))

class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => slowness(one) - slowness(other)))
  }
}

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    sequence: { sequencer: QuickFirst },
    projects: [
      {
        ...fromSource,
        test: {
          name: 'shared',
          include: ['src/*.test.ts'],
          exclude: ['src/fuzz.test.ts', ...EXCHANGING],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      { ...fromSource, test: { name: 'exchanging', include: EXCHANGING } },
    ],
  },
})
