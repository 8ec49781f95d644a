import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

const LINGER_MS = 2000

/**
 * Leaves the rest of a refused body unread. Node would read it to its end after the answer, and a few hundred large ones would keep the event
 * loop busy with bytes that nobody wants. The connection stays half open for a moment: closed at once on unread bytes, it would take the answer along.
 */
export function leaveUnread(request: IncomingMessage): void {
  const { socket } = request
  if (!(socket instanceof Socket)) return
  // Whose reading has begun, Node does not empty; it stops by itself when its buffer is full.
  request.read(0)
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
