import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** What a mail server took in, whether or not it came to say so. */
export type Received = { from: string; to: string[]; secure: boolean; raw: string }

export type MailServer = { url: string; received: Received[]; stop: () => Promise<void> }

/** The answer to a mail: undefined takes it, an error such as smtpError(450, …) refuses it. */
type Answer = (letter: Received) => Error | undefined | Promise<Error | undefined>

type Options = SMTPServerOptions & { answer?: Answer }

/** A real SMTP server on loopback that keeps what it is given. */
export async function startMailServer({ answer, ...options }: Options = {}): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    disableReverseLookup: true,
    onData: (stream, { envelope, secure }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const take = async () => {
        const letter = { from, to: envelope.rcptTo.map(({ address }) => address), secure, raw: await text(stream) }
        received.push(letter)
        const refusal = await answer?.(letter)
        if (refusal) received.splice(received.indexOf(letter), 1)
        done(refusal ?? null)
      }
      void take()
    },
    ...options,
  })
  // A client that breaks off is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

export function readMail(raw: string): Promise<Email> {
  return PostalMime.parse(raw)
}
