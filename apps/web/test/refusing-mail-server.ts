import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type RefusingMailServer = {
  /** For SMTP_URL. */
  url: string
  /** From now on every recipient is taken. */
  accept: () => void
  stop: () => Promise<void>
}

/** A mail server on this machine that knows no recipient, until it is told to take all; as much of RFC 5321 as that needs. */
export async function startRefusingMailServer(): Promise<RefusingMailServer> {
  let refuses = true
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, () => refuses)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accept: () => {
      refuses = false
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function converse(socket: Socket, refuses: () => boolean): void {
  let isText = false
  let heard = ''
  socket.write('220 test\r\n')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk
    for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
      const line = heard.slice(0, end)
      heard = heard.slice(end + 2)
      if (isText && line !== '.') continue
      isText = /^DATA/i.test(line)
      socket.write(`${answerTo(line, refuses())}\r\n`)
      if (/^QUIT/i.test(line)) socket.end()
    }
  })
}

function answerTo(line: string, refuses: boolean): string {
  if (/^RCPT/i.test(line) && refuses) return `550 5.1.1 ${line.slice(8)} is unknown here`
  if (/^DATA/i.test(line)) return '354 go on'
  return /^QUIT/i.test(line) ? '221 bye' : '250 ok'
}
