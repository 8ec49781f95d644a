import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'

// Compiling takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const TSC = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'tsc')

describe('B5: <stillhere-scan> has JSX types', () => {
  it.each(['react', 'react-18', 'preact', 'solid'])(
    'for %s: the example compiles, and every wrong attribute is an error',
    (framework) => {
      const { stdout, status } = spawnSync(TSC, ['-p', join(import.meta.dirname, 'jsx', framework)], {
        encoding: 'utf8',
      })
      expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
    },
  )
})
