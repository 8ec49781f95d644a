import { expect, it } from 'vitest'
import { readFiles, readTransfer } from './input.ts'

const BYTES = new File([Uint8Array.of(0x7b, 0xff)], 'bytes.json')

function makeTransfer(text: string, files: File[] = []): DataTransfer {
  return { getData: () => text, files } as unknown as DataTransfer
}

it('reads files as UTF-8, and says which of them is no text or far too large', async () => {
  const large = { name: 'large.json', size: 64 * 1024 * 1024 + 1 } as File
  expect(await readFiles([new File(['\uFEFF{"ß":1}'], 'a.json'), BYTES, large])).toEqual([
    { name: 'a.json', text: '{"ß":1}' },
    { name: 'bytes.json', problem: 'not text' },
    { name: 'large.json', problem: 'too large', sizeBytes: large.size },
  ])
})

it('takes the files of a transfer before its text, and nothing from a blank one', async () => {
  expect(await readTransfer(makeTransfer('{}', [BYTES]), 'pasted')).toEqual([
    { name: 'bytes.json', problem: 'not text' },
  ])
  expect(await readTransfer(makeTransfer('{}'), 'pasted')).toEqual([{ name: 'pasted', text: '{}' }])
  expect(await readTransfer(makeTransfer(' \n'), 'pasted')).toEqual([])
})
