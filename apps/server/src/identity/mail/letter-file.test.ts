import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { createLetter } from './letters.ts'
import { parseLetter } from './transport.ts'
import type { Mail } from './words.ts'

const secrets = createSecrets(randomBytes(32))

async function write(mail: Mail) {
  const payload = secrets.seal('mail', JSON.stringify({ to: 'ada@example.org', params: mail.params }))
  const queued = { id: 1, kind: mail.kind, payload, createdAt: new Date(0), expiresAt: null }
  const service = { secrets, settings: readSettings({}) } as Parameters<typeof createLetter>[0]
  return parseLetter((await createLetter(service, queued)).raw.toString('utf8'))
}

it('reads what the service wrote', async () => {
  const { to, subject, text } = await write({
    kind: 'invite',
    params: { code: 'SERVICE-AAAA-BBBB', origin: 'http://localhost' },
  })
  expect([to, subject]).toEqual(['ada@example.org', 'You’re invited to Stillhere'])
  expect(text.split('\n\n')[1]).toBe('http://localhost/join?invite=SERVICE-AAAA-BBBB')
})

it('reads names outside ASCII', async () => {
  const params = { asker: 'Käserei Müller 🧀 und Söhne, Gesellschaft für Bergkäse', path: '/approve/1', origin: null }
  const { subject, text } = await write({ kind: 'approval', params })
  expect(subject).toBe(`${params.asker} asks for your approval`)
  expect(text.replaceAll('\n', ' ')).toContain(`${params.asker} asks for your approval.`)
})

it('makes the best of a file that is no letter', () => {
  expect(parseLetter('')).toEqual({ to: '', subject: '', text: '' })
})
