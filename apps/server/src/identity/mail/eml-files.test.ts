import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/mails.ts'
import { createFilePost, removeOldFiles } from './transport.ts'

const LETTER = {
  id: 12,
  messageId: '<0a1b2c3d4e5f@example.org>',
  from: 'stillhere@example.org',
  to: 'ada@example.org',
  raw: Buffer.from('Subject: Hello\r\n\r\nAda\r\n'),
}

let dataDir: string
let lines: string[]
const log = (line: string) => void lines.push(line)
beforeEach(() => {
  dataDir = temporaryFolder()
  lines = []
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('mails as files', () => {
  it('are whole, for their owner only, and named in the log by nothing but the file', async () => {
    expect(await createFilePost(dataDir, log)(LETTER)).toEqual({ outcome: 'sent' })
    const file = join(dataDir, 'outbox', '12-0a1b2c3d.eml')
    expect(readFileSync(file)).toEqual(LETTER.raw)
    expect([statSync(file).mode & 0o777, statSync(join(dataDir, 'outbox')).mode & 0o777]).toEqual([0o600, 0o700])
    expect(lines).toEqual([`mail written to ${file}`])
  })

  it('are one file for one mail, however often it is tried', async () => {
    const post = createFilePost(dataDir, log)
    await post(LETTER)
    await post(LETTER)
    expect(readdirSync(join(dataDir, 'outbox'))).toEqual(['12-0a1b2c3d.eml'])
  })

  it('fail, and are tried again, while the folder cannot be written', async () => {
    writeFileSync(join(dataDir, 'outbox'), 'a file where the folder should be')
    expect(await createFilePost(dataDir, log)(LETTER)).toEqual({
      outcome: 'failed',
      problem: 'the file could not be written: EEXIST',
    })
    expect(lines).toEqual([])
  })

  it('go when they are old, finished or not; nothing else does', async () => {
    const folder = join(dataDir, 'outbox')
    mkdirSync(folder)
    for (const [name, time] of Object.entries({
      'old.eml': '2026-03-09T11:59:59Z',
      'half.eml.part': '2026-03-09T11:59:59Z',
      'young.eml': '2026-03-09T12:00:01Z',
      'notes.txt': '2020-01-01T00:00:00Z',
    })) {
      writeFileSync(join(folder, name), '')
      utimesSync(join(folder, name), new Date(time), new Date(time))
    }
    await removeOldFiles(dataDir, new Date('2026-03-09T12:00:00Z'))
    expect(readdirSync(folder).toSorted()).toEqual(['notes.txt', 'young.eml'])
  })

  it('need no folder to be removed from', async () => {
    await expect(removeOldFiles(dataDir, new Date())).resolves.toBeUndefined()
  })
})
