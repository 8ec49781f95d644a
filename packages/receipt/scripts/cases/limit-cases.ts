import type { CaseGroup } from './case-group.ts'
import { draft, draftWithPayload } from './drafts.ts'
import { abbreviate, type Json, type JsonObject, type Text } from './json.ts'
import { receiptCase } from './receipt-case.ts'
import { signReceipt } from './signing.ts'

const MAX_DEPTH = 256
const MAX_LENGTH = 16 * 1024 * 1024
// The receipt, its evidence, the block and the payload are the first four of 256 containers.
const PAYLOAD_ROOM = MAX_DEPTH - 4
const TEXT = JSON.stringify(signReceipt(draft()))

export const limitCases: CaseGroup = {
  topic: 'limits',
  kind: 'receipt',
  about: 'At most 256 nested containers, at most 16 MiB of text, and as much weight of values.',
  cases: [
    receiptCase('deepest-lists', '256 nested containers', {
      receipt: signReceipt(draftWithPayload({ deep: nestLists(PAYLOAD_ROOM) })),
    }),
    receiptCase('deepest-objects', '256 nested containers', {
      receipt: signReceipt(draftWithPayload(nestObjects(PAYLOAD_ROOM))),
    }),
    receiptCase('deepest-with-a-text', 'a text in the deepest container', {
      receipt: signReceipt(draftWithPayload({ deep: nestLists(PAYLOAD_ROOM, 'end') })),
    }),
    receiptCase('too-deep-lists', '257 nested containers', {
      receipt: signReceipt(draftWithPayload({ deep: nestLists(PAYLOAD_ROOM + 1) })),
      finds: 'unreadable',
    }),
    receiptCase('too-deep-objects', '257 nested containers', {
      receipt: signReceipt(draftWithPayload(nestObjects(PAYLOAD_ROOM + 1))),
      finds: 'unreadable',
    }),
    receiptCase('much-too-deep', 'half a million nested lists', {
      receipt: {
        text: [
          { repeat: '[', times: 500_000 },
          { repeat: ']', times: 500_000 },
        ],
      },
      finds: 'unreadable',
    }),
    receiptCase('never-closed', 'half a million lists that nobody closes', {
      receipt: { text: [{ repeat: '[', times: 500_000 }] },
      finds: 'unreadable',
    }),
    receiptCase('megabyte-of-text', 'a payload of 1 MB', { receipt: { text: long('x', 1_000_000) } }),
    receiptCase('megabyte-of-numbers', 'a payload of 100 000 numbers', { receipt: { text: manyNumbers(100_000) } }),
    receiptCase('four-megabytes-of-astral-text', '2 000 000 characters of two units each', {
      receipt: { text: long('\u{1F642}', 2_000_000) },
    }),
    receiptCase('longest-text', 'spaces up to 16 MiB', { receipt: { text: padText(MAX_LENGTH) } }),
    receiptCase('text-too-long', 'one space more', { receipt: { text: padText(MAX_LENGTH + 1) }, finds: 'unreadable' }),
  ],
}

function nestLists(depth: number, inside?: Json): Json {
  let value: Json = inside === undefined ? [] : [inside]
  for (let level = 1; level < depth; level++) value = [value]
  return value
}

function nestObjects(depth: number): JsonObject {
  let value: JsonObject = {}
  for (let level = 0; level < depth; level++) value = { in: value }
  return value
}

function long(character: string, times: number): Text {
  return abbreviate(JSON.stringify(signReceipt(draftWithPayload({ text: character.repeat(times) }))), character, times)
}

function manyNumbers(count: number): Text {
  const text = JSON.stringify(signReceipt(draftWithPayload({ values: Array.from({ length: count }, () => 1) })))
  return abbreviate(text, '1,', count - 1)
}

function padText(length: number): Text {
  return [TEXT, { repeat: ' ', times: length - TEXT.length }]
}
