import { connect, type Socket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * One kind of call, as the bytes that go over the wire; several bodies are sent in turn, and `paths` instead of the path. With
 * `addresses`, each call comes from another one, as a proxy on this machine says it.
 */
export type Call = {
  method: 'GET' | 'POST'
  path: string
  paths?: string[]
  bodies?: string[]
  addresses?: string[]
  authorization?: string
}

type Task = { port: number; requests: string[]; connections: number }

/** Sends each request once over so many connections from another thread; returns calls per second and odd statuses. */
export function runLoad(port: number, call: Call, options: { count: number; connections: number }): Promise<Result> {
  const requests = Array.from({ length: options.count }, (_, index) => requestText(call, index))
  const data: Task = { port, requests, connections: options.connections }
  const worker = new Worker(new URL(import.meta.url), { workerData: data })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** What came of a load, and the processor time that sending it took. */
export type Result = { perSecond: number; failed: number; cpuMs: number }

function requestText({ method, path, paths, bodies, addresses, authorization }: Call, index: number): string {
  const target = paths?.[index] ?? path.replace('{}', String(index))
  const secret = authorization === undefined ? '' : `authorization: ${authorization}\r\n`
  const from = addresses === undefined ? '' : `x-forwarded-for: ${addresses[index % addresses.length]}\r\n`
  const head = `${method} ${target} HTTP/1.1\r\nhost: localhost\r\n${from}${secret}`
  if (!bodies) return `${head}\r\n`
  const body = bodies[index % bodies.length] ?? ''
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

async function work({ port, requests, connections }: Task): Promise<Result> {
  let next = 0
  let failed = 0
  const start = performance.now()
  const lines = Array.from({ length: connections }, async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    for (let index = next++; index < requests.length; index = next++) {
      if (!(await exchange(socket, requests[index] ?? '')).startsWith('HTTP/1.1 2')) failed++
    }
    socket.destroy()
  })
  await Promise.all(lines)
  const { user, system } = process.threadCpuUsage()
  return { perSecond: (requests.length * 1000) / (performance.now() - start), failed, cpuMs: (user + system) / 1000 }
}

function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const onData = (chunk: Buffer): void => {
      received += chunk.toString('latin1')
      if (!isComplete(received)) return
      socket.off('data', onData)
      resolve(received)
    }
    socket.on('data', onData)
    socket.removeAllListeners('error').once('error', reject)
    socket.write(request)
  })
}

function isComplete(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1]
  return received.length >= end + 4 + Number(length ?? 0)
}

if (!isMainThread) parentPort?.postMessage(await work(workerData as Task))
