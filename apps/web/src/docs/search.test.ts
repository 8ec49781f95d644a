import { expect, it } from 'vitest'
import { type Entry, findEntries } from './search-box.ts'

const DECISION: Entry = ['/docs/internals/decisions/0013', 'Backup', '', 'backup backup']
const GUIDE: Entry = ['/docs/operation#files', 'Operation', 'Files', 'what a backup holds']

it('lists pages for users before internals, also where an internal page matches better', () => {
  expect(findEntries([DECISION, GUIDE], 'backup').map(({ address }) => address)).toEqual([GUIDE[0], DECISION[0]])
})
