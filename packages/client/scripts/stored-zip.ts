import { crc32 } from 'node:zlib'

export type ZipEntry = { name: string; bytes: Uint8Array }

const ALIGNMENT = 4
const LOCAL_HEAD_BYTES = 30
const CENTRAL_HEAD_BYTES = 46
const VERSION = 20
// 1 January 1980, the first day that ZIP knows: the same files always give the same bytes.
const DATE = 0x21

/** A ZIP file whose entries are not compressed and start at multiples of four bytes, as MediaPipe reads models in place. */
export function writeStoredZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const head = localHead(entry, offset)
    directory.push(centralHead(entry, offset))
    parts.push(head, Buffer.from(entry.bytes))
    offset += head.length + entry.bytes.length
  }
  const central = Buffer.concat(directory)
  return Buffer.concat([...parts, central, writeEnd(entries.length, central.length, offset)])
}

function localHead(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.name)
  const padding = -(offset + LOCAL_HEAD_BYTES + name.length) & (ALIGNMENT - 1)
  const head = Buffer.alloc(LOCAL_HEAD_BYTES + name.length + padding)
  head.write('PK\x03\x04', 'latin1')
  writeFacts(head, 4, entry)
  head.writeUInt16LE(padding, 28)
  name.copy(head, LOCAL_HEAD_BYTES)
  return head
}

function centralHead(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.name)
  const head = Buffer.alloc(CENTRAL_HEAD_BYTES + name.length)
  head.write('PK\x01\x02', 'latin1')
  head.writeUInt16LE(VERSION, 4)
  writeFacts(head, 6, entry)
  head.writeUInt32LE(offset, 42)
  name.copy(head, CENTRAL_HEAD_BYTES)
  return head
}

/** The members that both heads share, from "version needed to extract" on; method 0 is "stored". */
function writeFacts(head: Buffer, at: number, { name, bytes }: ZipEntry): void {
  head.writeUInt16LE(VERSION, at)
  head.writeUInt16LE(DATE, at + 8)
  head.writeUInt32LE(crc32(bytes), at + 10)
  head.writeUInt32LE(bytes.length, at + 14)
  head.writeUInt32LE(bytes.length, at + 18)
  head.writeUInt16LE(Buffer.byteLength(name), at + 22)
}

function writeEnd(count: number, directoryBytes: number, directoryAt: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(directoryAt, 16)
  return end
}
