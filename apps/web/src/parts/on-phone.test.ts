import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { toPhoneAddress } from './on-phone.tsx'
import { createQrPath } from './qr-path.ts'

it.each([
  ['https://presence.example/scan?x#y', 'https://presence.example/scan'],
  ['https://192.168.1.7:8787/scan', 'https://192.168.1.7:8787/scan'],
  ['https://localhost.example/', 'https://localhost.example/scan'],
  ['https://localhost:8787/scan', null],
  ['https://a.localhost/', null],
  ['http://127.0.0.1:8787/scan', null],
  ['https://127.1.2.3/', null],
  ['https://[::1]:8787/', null],
  ['http://presence.example/', null],
])('from %s a phone goes to %s', (href, address) => {
  expect(toPhoneAddress(new URL(href), '/scan')).toBe(address)
})

const SCALE = 4

it('draws a code that reads as the address', () => {
  const address = 'https://192.168.100.107:8787/scan'
  const { size, d } = createQrPath(address)
  const side = size * SCALE
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y] of d.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) blacken(data, side, [Number(x), Number(y)])
  expect(decodeQR({ width: side, height: side, data })).toBe(address)
})

function blacken(data: Uint8Array, side: number, [x, y]: readonly [number, number]): void {
  for (let row = y * SCALE; row < (y + 1) * SCALE; row++) {
    for (let column = x * SCALE; column < (x + 1) * SCALE; column++)
      data.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3)
  }
}
