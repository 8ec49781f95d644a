import { bytesToHex } from './hex.ts'
import type { Random } from './keys.ts'

/** RFC 9562 section 5.7: 48 bits of Unix milliseconds, then random bits. */
export function uuidV7(now: number, random: Random): string {
  const time = Math.trunc(now).toString(16).padStart(12, '0')
  const noise = Uint8Array.from(random(10))
  noise[0] = ((noise[0] as number) & 0x0f) | 0x70
  noise[2] = ((noise[2] as number) & 0x3f) | 0x80
  const hex = time + bytesToHex(noise)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
