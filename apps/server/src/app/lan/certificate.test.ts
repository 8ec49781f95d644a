import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { connect, createSecureContext, TLSSocket } from 'node:tls'
import { expect, it } from 'vitest'
import { createSelfSigned } from './certificate.ts'

const NOW = new Date('2026-07-01T12:00:00Z')
const pair = createSelfSigned(['192.168.1.20', 'localhost'], NOW)
const certificate = new X509Certificate(pair.cert)

it('covers its addresses and names, and no others', () => {
  expect(certificate.checkIP('192.168.1.20')).toBe('192.168.1.20')
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('192.168.1.21')).toBeUndefined()
  expect(certificate.checkHost('example.org')).toBeUndefined()
})

it('is good from the day before for a year, for serving only, and cannot vouch for others', () => {
  expect(certificate.validFromDate.toISOString()).toBe('2026-06-30T12:00:00.000Z')
  expect(certificate.validToDate.toISOString()).toBe('2027-07-01T12:00:00.000Z')
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(certificate.ca).toBe(false)
})

it('is signed by its own key, and has a number of its own', () => {
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(new X509Certificate(createSelfSigned(['localhost'], NOW).cert).serialNumber).not.toBe(certificate.serialNumber)
})

it('lets two sides talk by TLS when the caller trusts it', async () => {
  const now = createSelfSigned(['127.0.0.1', 'localhost'], new Date())
  const context = createSecureContext(now)
  const server = createServer((socket) => new TLSSocket(socket, { isServer: true, secureContext: context }).end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ca: now.cert })
  const [heard] = await once(socket, 'data')
  expect([String(heard), socket.authorized]).toEqual(['here', true])
  socket.destroy()
  server.close()
})
