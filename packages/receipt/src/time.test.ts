import { describe, expect, it } from 'vitest'
import { formatTime, parseOldTime, parseTime, parseTimeLike, toMs } from './time.ts'

describe('parseTime', () => {
  it.each([
    ['2026-03-01T12:00:00.000Z', 1_772_366_400_000],
    ['1970-01-01T00:00:00.000Z', 0],
    ['1969-12-31T23:59:59.999Z', -1],
    ['2024-02-29T23:59:59.001Z', 1_709_251_199_001],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
    ['0000-01-01T00:00:00.000Z', -62_167_219_200_000],
  ])('reads %s', (text, ms) => {
    expect(parseTime(text)).toBe(ms)
  })

  it.each([
    ['no zone', '2026-03-01T12:00:00.000'],
    ['an offset', '2026-03-01T12:00:00.000+00:00'],
    ['an offset in 24 characters', '2026-03-01T12:00:00+0000'],
    ['no milliseconds', '2026-03-01T12:00:00Z'],
    ['one decimal', '2026-03-01T12:00:00.0Z'],
    ['microseconds', '2026-03-01T12:00:00.000000Z'],
    ['February 30', '2026-02-30T12:00:00.000Z'],
    ['February 29 in a common year', '2026-02-29T12:00:00.000Z'],
    ['24:00', '2026-03-01T24:00:00.000Z'],
    ['minute 60', '2026-03-01T12:60:00.000Z'],
    ['a leap second', '2016-12-31T23:59:60.000Z'],
    ['month 13', '2026-13-01T12:00:00.000Z'],
    ['a blank for T', '2026-03-01 12:00:00.000Z'],
    ['lower case', '2026-03-01t12:00:00.000z'],
    ['a year of six digits', '+002026-03-01T12:00:00.000Z'],
    ['a year of six digits, whose month looks like its day', '+002026-03-03T12:00:00.000Z'],
    ['a date alone', '2026-03-01'],
    ['words of 24 characters', 'Sun, 01 Mar 2026 12:00 Z'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(parseTime(text)).toBeNull()
  })
})

describe('parseOldTime', () => {
  it.each([
    ['2026-03-01T12:00:00Z', 1_772_366_400_000],
    ['2026-03-01T12:00:00.250Z', 1_772_366_400_250],
  ])('reads %s', (text, ms) => {
    expect(parseOldTime(text)).toBe(ms)
  })

  it.each([
    ['no zone', '2026-03-01T12:00:00'],
    ['no zone in 20 characters', '2026-03-01T12:00:00.'],
    ['no zone with milliseconds', '2026-03-01T12:00:00.000'],
    ['two decimals', '2026-03-01T12:00:00.00Z'],
    ['February 30', '2026-02-30T12:00:00Z'],
    ['a Z that is not at the end', 'Z026-03-01T12:00:000'],
    ['an offset', '2026-03-01T12:00:00+00:00'],
  ])('refuses %s', (_, text) => {
    expect(parseOldTime(text)).toBeNull()
  })
})

describe('readTime', () => {
  it.each([
    ['milliseconds', 1_772_366_400_000, 1_772_366_400_000],
    ['a Date', new Date(5), 5],
    ['UTC text', '2026-03-01T12:00:00Z', 1_772_366_400_000],
    ['UTC text with decimals', '2026-03-01T12:00:00.25Z', 1_772_366_400_250],
    ['text with an offset to the east', '2026-03-01T14:00:00.000+02:00', 1_772_366_400_000],
    ['text with the largest offset', '2026-03-02T11:59:00+23:59', 1_772_366_400_000],
    ['text with an offset to the west', '2026-03-01T06:30:00-05:30', 1_772_366_400_000],
  ])('reads %s', (_, time, ms) => {
    expect(parseTimeLike(time)).toBe(ms)
  })

  it('asks the Date itself, not what a subclass says', () => {
    class Lying extends Date {
      override getTime() {
        return 7
      }
    }
    expect(parseTimeLike(new Lying(5))).toBe(5)
  })

  it.each([
    ['February 30', '2026-02-30T12:00:00Z'],
    ['24:00', '2026-03-01T24:00:00Z'],
    ['an offset of 24 hours', '2026-03-01T12:00:00+24:00'],
    ['an offset of 60 minutes', '2026-03-01T12:00:00+01:60'],
    ['text without a zone', '2026-03-01T12:00:00'],
    ['a date alone', '2026-03-01'],
    ['text before a time', 'at 2026-03-01T12:00:00Z'],
    ['text behind a time', '2026-03-01T12:00:00Z or so'],
    ['a name of a zone', '2026-03-01T12:00:00 GMT'],
    ['a point without decimals', '2026-03-01T12:00:00.Z'],
    ['an offset without minutes', '2026-03-01T12:00:00+01'],
    ['month 13', '2026-13-01T12:00:00Z'],
    ['a broken Date', new Date(Number.NaN)],
    ['NaN', Number.NaN],
    ['null', null],
    ['nothing', undefined],
    ['a list with a time', ['2026-03-01T12:00:00Z']],
    ['a boxed text', Object('2026-03-01T12:00:00Z')],
    ['a boolean', true],
    ['a BigInt', 5n],
  ])('gives NaN for %s', (_, time) => {
    expect(parseTimeLike(time)).toBeNaN()
  })
})

it('writes times with milliseconds in UTC', () => {
  expect(formatTime(1_772_366_400_000)).toBe('2026-03-01T12:00:00.000Z')
})

it('gives the milliseconds of well-formed text, with or without decimals', () => {
  expect(toMs('2026-03-01T12:00:00Z')).toBe(1_772_366_400_000)
  expect(toMs('2026-03-01T12:00:00.001Z')).toBe(1_772_366_400_001)
})
