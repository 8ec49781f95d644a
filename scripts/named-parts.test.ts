import { afterEach, describe, expect, it, vi } from 'vitest'
import { type NamedParts, runParts } from './named-parts.ts'

type Row = { name: string; holds: boolean }

function makeParts(written: Row[][]): NamedParts<Row> {
  return {
    called: 'test',
    parts: {
      good: async () => [{ name: 'good', holds: true }],
      bad: async () => [{ name: 'bad', holds: false }],
      broken: async () => Promise.reject(new Error('no room')),
    },
    describeFailure: (part, { seen, holds }) => ({ name: `${part}: ${seen}`, holds }),
    writeLine: ({ name }) => name,
    writeTable: (rows) => written.push([...rows]),
  }
}

describe('runParts', () => {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  const before = process.exitCode
  afterEach(() => {
    process.exitCode = before
  })
  it('runs the parts that are named, and fails where a row does not hold', async () => {
    const written: Row[][] = []
    await runParts(['good'], makeParts(written))
    expect(process.exitCode).toBe(before)
    await runParts(['bad'], makeParts(written))
    expect(written).toEqual([[{ name: 'good', holds: true }], [{ name: 'bad', holds: false }]])
    expect(process.exitCode).toBe(1)
  })
  it('goes on after a part that broke, whose row says why', async () => {
    const written: Row[][] = []
    await runParts([], makeParts(written))
    expect(written.at(-1)).toEqual([{ name: 'broken: no room', holds: false }])
    expect(written).toHaveLength(3)
  })
  it('names the parts that there are to whoever names another', async () => {
    await expect(runParts(['goof'], makeParts([]))).rejects.toThrow(
      'there is no test goof; there are good, bad, broken',
    )
  })
})
