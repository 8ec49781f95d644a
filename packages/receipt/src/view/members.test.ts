import { describe, expect, it } from 'vitest'
import { editMember, NOW, oldReceipt, sampleReceipt } from '../../test/sample-receipts.ts'
import type { Json } from '../json.ts'
import { verifyReceipt } from '../verify.ts'
import { listMembers, type Member } from './members.ts'

function readMarks(receipt: object): Record<string, string> {
  const members = listMembers(receipt as Json, verifyReceipt(receipt, { now: NOW, legacy: true }))
  return Object.fromEntries(members.flatMap((member) => leaves(member, '')))
}

function leaves(member: Member, at: string): [string, string][] {
  const pointer = `${at}/${member.name}`
  if ('value' in member) return [[pointer, member.mark]]
  return [[pointer, member.mark], ...member.members.flatMap((inner) => leaves(inner, pointer))]
}

describe('marks', () => {
  it('are "signed" for all of a genuine receipt but the signature itself', () => {
    const { '/signature/value': itself, ...others } = readMarks(sampleReceipt())
    expect(itself).toBe('the signature itself')
    expect(new Set(Object.values(others))).toEqual(new Set(['signed']))
  })

  it('promise nothing when the signature does not fit', () => {
    const { '/signature/value': _, ...others } = readMarks(editMember(sampleReceipt(), '/verdict', 'FAIL'))
    expect(new Set(Object.values(others))).toEqual(new Set(['unproven']))
  })

  it('tell the members that an old signature leaves out', () => {
    expect(readMarks(oldReceipt())).toMatchObject({
      '/receiptId': 'signed',
      '/subject': 'partly signed',
      '/subject/id': 'signed',
      '/subject/type': 'not signed',
      '/evidence/1/confidence': 'not signed',
      '/evidence/1/payload': 'signed',
      '/signature': 'not signed',
    })
  })

  it('do not vouch for a payload that an old signature knows only by another digest', () => {
    const marks = readMarks(editMember(oldReceipt(), '/evidence/0/payload/score', 0.1))
    expect(marks).toMatchObject({ '/evidence/0/payloadDigest': 'signed', '/evidence/0/payload/score': 'unproven' })
  })
})

it('shortens what is long, wide or deep', () => {
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, 'x'.repeat(500)]))
  const value = { wide, a: { b: { c: { d: { e: 1 } } } } }
  const [first, second] = listMembers(value, verifyReceipt(value))
  expect(first).toMatchObject({ name: 'wide', more: 6 })
  expect(first && 'members' in first && first.members[0]).toMatchObject({ value: expect.stringMatching(/^"x{159} …$/) })
  expect(JSON.stringify(second)).toContain('{\\"e\\":1}')
})

it('shows a value that has no members as it is', () => {
  expect(listMembers(null, verifyReceipt(null))).toEqual([{ name: 'the value', value: 'null', mark: 'unproven' }])
})
