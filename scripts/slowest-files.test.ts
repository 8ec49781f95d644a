import { expect, it } from 'vitest'
import { listSlowest } from './slowest-files.ts'

it('lists the ten slowest files, the slowest first, in seconds', () => {
  const times = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, ms: index * 1000 + 49 }))
  const lines = listSlowest(times)
  expect(lines).toHaveLength(10)
  expect([lines[0], lines[9]]).toEqual(['   11.0 s  11.test.ts', '    2.0 s  2.test.ts'])
})
