import { describe, expect, it, vi } from 'vitest'
import { EVIDENCE, ISSUER, SUBJECT } from '../test/sample-receipts.ts'
import { type BuildParams, buildReceipt } from './build.ts'
import { computePayloadDigest } from './digest.ts'
import { ReceiptError } from './failure.ts'

const INTERVAL = { start: '2026-03-01T11:59:58.500Z', end: '2026-03-01T12:00:00.000Z' }
const REQUIRED: BuildParams = { evidence: EVIDENCE, interval: INTERVAL, subject: SUBJECT, issuer: ISSUER }
const random = (length: number) => new Uint8Array(length)

const build = (overrides: Partial<BuildParams> = {}) => buildReceipt({ ...REQUIRED, now: 1, random, ...overrides })

describe('buildReceipt', () => {
  it('computes everything that is absent', () => {
    expect(build()).toStrictEqual({
      protocolVersion: '1.0',
      receiptId: '00000000-0001-7000-8000-000000000000',
      subject: SUBJECT,
      interval: { ...INTERVAL, coverageMs: 1500 },
      evidence: EVIDENCE.map((block) => ({ ...block, payloadDigest: computePayloadDigest(block.payload) })),
      assertions: {
        observationOccurred: { value: true, confidence: 0.95 },
        continuityMaintained: { value: true, confidence: 0.8125 },
        receiptIntegrity: { value: true, confidence: 1 },
      },
      expiresAt: '2026-03-01T12:05:00.000Z',
      previousReceiptHash: null,
      references: [],
      issuer: ISSUER,
    })
  })

  it('keeps everything that is given', () => {
    const given = {
      assertions: {
        observationOccurred: { value: false, confidence: 0.1 },
        continuityMaintained: { value: false, confidence: 0.2 },
        receiptIntegrity: { value: false, confidence: 0.3 },
      },
      verdict: 'FAIL',
      previousReceiptHash: 'a'.repeat(64),
      references: ['urn:x'],
      audience: 'you',
      receiptId: 'my-id',
    } as const
    const built = build({ ...given, references: ['urn:x'], expiresAt: '2026-03-02T00:00:00.000Z' })
    expect(built).toMatchObject({ ...given, expiresAt: '2026-03-02T00:00:00.000Z' })
  })

  it('keeps a digest and a coverage that are given, for the signer to judge', () => {
    const evidence = [{ ...EVIDENCE[0]!, payloadDigest: 'f'.repeat(64) }]
    const built = build({ evidence, interval: { ...INTERVAL, coverageMs: 7 } })
    expect(built.evidence[0]?.payloadDigest).toBe('f'.repeat(64))
    expect(built.interval.coverageMs).toBe(7)
  })

  it.each([
    [[0.5], true, 0.5],
    [[0.499], false, 0.499],
    [[0.2, 0.8, 0.5], true, 0.5],
    [[0, 0.98], false, 0.49],
    [[1, 1], true, 1],
    [[], false, 0],
  ])('asserts continuity for confidences %j: %s', (confidences, value, confidence) => {
    const evidence = confidences.map((each) => ({ ...EVIDENCE[0]!, confidence: each }))
    expect(build({ evidence }).assertions.continuityMaintained).toEqual({ value, confidence })
  })

  it.each([
    ['milliseconds', 1_772_366_400_000],
    ['milliseconds with a fraction', 1_772_366_400_000.9],
    ['a Date', new Date(1_772_366_400_000)],
    ['text with an offset', '2026-03-01T13:00:00+01:00'],
  ])('takes the end of the interval as %s', (_, end) => {
    const built = build({ interval: { start: INTERVAL.start, end } })
    expect(built.interval).toEqual({ ...INTERVAL, coverageMs: 1500 })
    expect(built.expiresAt).toBe('2026-03-01T12:05:00.000Z')
  })

  it.each([
    ['interval.start', { interval: { start: '2026-03-01T12:00:00', end: INTERVAL.end } }],
    ['interval.end', { interval: { start: INTERVAL.start, end: Number.NaN } }],
    ['expiresAt', { expiresAt: 'soon' }],
    ['now', { now: new Date(Number.NaN) }],
    ['expiresAt', { expiresAt: 253_402_300_800_000 }],
    ['interval.start', { interval: { start: -62_167_219_200_001, end: INTERVAL.end } }],
  ])('refuses an unreadable %s by its name', (name, overrides) => {
    const act = () => build(overrides)
    expect(act).toThrow(`${name} must be milliseconds, a Date or an RFC 3339 time with its zone`)
    expect(act).toThrow(ReceiptError)
    expect(act).toThrow(expect.objectContaining({ code: 'INVALID_SCHEMA' }))
  })

  it('takes the first and the last millisecond that RFC 3339 can write', () => {
    const interval = { start: -62_167_219_200_000, end: 0 }
    expect(build({ interval }).interval.start).toBe('0000-01-01T00:00:00.000Z')
    expect(build({ expiresAt: 253_402_300_799_999 }).expiresAt).toBe('9999-12-31T23:59:59.999Z')
  })

  it('makes the receipt id from the system when nobody gives time and randomness', () => {
    vi.useFakeTimers({ now: 0x0123456789ab })
    try {
      const ids = [buildReceipt(REQUIRED).receiptId, buildReceipt(REQUIRED).receiptId]
      expect(ids[0]).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(ids[1]).not.toBe(ids[0])
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses a payload that JSON cannot write', () => {
    const evidence = [{ ...EVIDENCE[0]!, payload: { score: Number.NaN } }]
    expect(() => build({ evidence })).toThrow('/score is NaN, which JSON cannot write')
  })
})
