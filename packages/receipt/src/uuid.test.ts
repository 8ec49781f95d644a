import { describe, expect, it } from 'vitest'
import { createUuidV7 } from './build.ts'

const filled = (byte: number) => (length: number) => new Uint8Array(length).fill(byte)

describe('uuidV7', () => {
  it('gives the example of RFC 9562, appendix A.6', () => {
    const noise = Uint8Array.of(0xfc, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f)
    expect(createUuidV7(0x017f22e279b0, () => noise)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it.each([
    [0x00, '00000000-0001-7000-8000-000000000000'],
    [0xff, '00000000-0001-7fff-bfff-ffffffffffff'],
  ])('sets version and variant over random bytes of %i', (byte, expected) => {
    expect(createUuidV7(1, filled(byte))).toBe(expected)
  })

  it('asks for ten random bytes', () => {
    const asked: number[] = []
    createUuidV7(1, (length) => {
      asked.push(length)
      return new Uint8Array(length)
    })
    expect(asked).toEqual([10])
  })

  it('leaves the random bytes as they were', () => {
    const noise = new Uint8Array(10).fill(0xff)
    createUuidV7(1, () => noise)
    expect([...noise]).toEqual(Array(10).fill(0xff))
  })

  it('cuts fractions of a millisecond off', () => {
    expect(createUuidV7(1.9, filled(0))).toBe('00000000-0001-7000-8000-000000000000')
  })
})
