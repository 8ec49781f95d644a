import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Proxy, startProxy } from './proxy.ts'

let echo: Server
let proxy: Proxy
const taken: Socket[] = []

beforeEach(async () => {
  echo = createServer((socket) => void socket.on('error', () => {}).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  proxy = await startProxy({ port: (echo.address() as AddressInfo).port })
})
afterEach(async () => {
  for (const socket of taken.splice(0)) socket.destroy()
  await proxy.close()
  echo.close()
})

async function call(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1')
  taken.push(socket)
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket, word: string): Promise<string> {
  socket.write(word)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString()
}

it('passes bytes, and stalled ones once it passes again', async () => {
  const socket = await call()
  expect(await ask(socket, 'one')).toBe('one')
  proxy.set('stall')
  const answer = ask(socket, 'two')
  proxy.set('pass')
  expect(await answer).toBe('two')
})

it('cuts connections', async () => {
  const socket = await call()
  await ask(socket, 'one')
  const failed = once(socket, 'close').catch(() => [])
  socket.on('error', () => {})
  proxy.set('cut')
  await failed
  expect(socket.destroyed).toBe(true)
})

it('never answers a half-open connection again, but new ones', async () => {
  const old = await call()
  await ask(old, 'one')
  proxy.set('half-open')
  proxy.set('pass')
  let heard: string | undefined
  old.on('data', (chunk) => (heard = chunk.toString()))
  old.write('two')
  expect(await ask(await call(), 'three')).toBe('three')
  expect([heard, old.destroyed]).toEqual([undefined, false])
})
