import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { writeStoredZip } from './stored-zip.ts'

const ENTRIES = [
  { name: 'a.tflite', bytes: Buffer.from('first') },
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'späte.tflite', bytes: Buffer.from([0, 255, 80, 75, 1, 2]) },
]

it('holds every entry under its name, unchanged, with its checksum, at a multiple of four bytes', () => {
  const zip = writeStoredZip(ENTRIES)
  const read = entriesOf(zip)
  expect(read.map(({ name, bytes }) => ({ name, bytes }))).toEqual(ENTRIES)
  expect(read.map(({ at }) => at % 4)).toEqual([0, 0, 0])
  expect(read.map(({ checksum }) => checksum)).toEqual(ENTRIES.map(({ bytes }) => crc32(bytes)))
})

it('gives the same bytes for the same entries, and a bare end for none', () => {
  expect(writeStoredZip(ENTRIES)).toEqual(writeStoredZip(ENTRIES))
  expect(writeStoredZip([])).toHaveLength(22)
})

/** Reads as unzip does: from the end to the directory, and from there to each entry. */
function entriesOf(zip: Buffer): { name: string; bytes: Buffer; at: number; checksum: number }[] {
  const end = zip.length - 22
  expect(zip.subarray(end, end + 4).toString('latin1')).toBe('PK\x05\x06')
  let place = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    expect(zip.subarray(place, place + 4).toString('latin1')).toBe('PK\x01\x02')
    const [checksum, size] = [zip.readUInt32LE(place + 16), zip.readUInt32LE(place + 20)]
    const nameBytes = zip.readUInt16LE(place + 28)
    const name = zip.subarray(place + 46, place + 46 + nameBytes).toString()
    const local = zip.readUInt32LE(place + 42)
    expect(zip.subarray(local, local + 4).toString('latin1')).toBe('PK\x03\x04')
    expect(zip.subarray(local + 30, local + 30 + nameBytes).toString()).toBe(name)
    const at = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    place += 46 + nameBytes
    return { name, bytes: zip.subarray(at, at + size), at, checksum }
  })
}
