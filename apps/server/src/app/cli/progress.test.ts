import { expect, it } from 'vitest'
import { drawBar, openProgress } from './command.ts'

function openOn({ isTTY }: { isTTY: boolean }) {
  const written: string[] = []
  const progress = openProgress({
    isTTY,
    columns: 60,
    write: (text: string | Uint8Array) => written.push(String(text)) > 0,
  })
  return { progress, written }
}

it('on a terminal: a bar that is drawn over itself and gone at the end', () => {
  const { progress, written } = openOn({ isTTY: true })
  progress.show(0.5, 'node')
  progress.show(1, 'a name that is much longer than what is left of this line')
  progress.end()
  expect(written[0]).toBe(`\r\u001B[K${drawBar(0.5)}  50 %  node`)
  expect(written[1]?.length).toBeLessThanOrEqual(64)
  expect(written.at(-1)).toBe('\r\u001B[K')
})

it('elsewhere: a line for every tenth', () => {
  const { progress, written } = openOn({ isTTY: false })
  const steps = [
    [0, 'node'],
    [0.04, 'agent'],
    [0.1, 'site'],
    [0.19, 'mail'],
    [1, 'end'],
  ] as const
  for (const [share, doing] of steps) progress.show(share, doing)
  progress.end()
  expect(written).toEqual(['  0 %  node\n', ' 10 %  site\n', '100 %  end\n'])
})

it.each([
  [-1, 0],
  [0.5, 12],
  [7, 24],
])('a share of %s fills %s cells', (share, cells) => {
  expect(drawBar(share).replaceAll('░', '')).toHaveLength(cells)
})
