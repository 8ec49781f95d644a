import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, readMail, startMailServer } from '../../../test/mail-server.ts'
import { sendMails } from '../../../test/mails.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Node } from '../node-store.ts'
import { sendApprovalNotices } from '../notices/routes.ts'
import { createSmtpPost } from './transport.ts'

let service: TestService
let server: MailServer
beforeAll(async () => {
  service = await startTestService()
  server = await startMailServer()
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

/** Signs a browser in that accepts these languages. */
async function signIn(node: Node, accepted: string | undefined) {
  const headers = { ...(await bearerFor(service, node)), 'sec-fetch-site': 'same-origin' }
  const more = accepted === undefined ? {} : { 'accept-language': accepted }
  const answer = await service.call('POST', '/api/session', { headers: { ...headers, ...more }, payload: {} })
  expect(answer.statusCode).toBe(201)
}

const exportNode = async (node: Node) =>
  service.call('GET', '/api/node/export', { headers: { ...(await bearerFor(service, node)), 'accept-language': 'fr' } })

/** What a mail server gets for a node while somebody else asks for an approval and its data is exported. */
async function readMails(node: Node) {
  await service.db.transaction((tx) =>
    sendApprovalNotices(tx, service, {
      nodeId: node.id,
      asker: 'Shop',
      path: '/approve/apr_1',
      expiresAt: new Date(tx.now.getTime() + 60_000),
    }),
  )
  await exportNode(node)
  await sendMails(service, createSmtpPost(server.url))
  const letters = await Promise.all(server.received.splice(0).map(({ raw }) => readMail(raw)))
  return letters.map(({ subject = '' }) => subject).toSorted((one, other) => one.localeCompare(other))
}

it.each([
  ['de-AT, en;q=0.5', ['Deine Stillhere-Daten wurden exportiert', 'Shop bittet um deine Freigabe']],
  ['es', ['Se exportaron tus datos de Stillhere', 'Shop pide tu aprobación']],
  ['fr', ['Shop asks for your approval', 'Your Stillhere data was exported']],
])('who signed in with %j is written to in that language when others cause the mail', async (accepted, subjects) => {
  const node = await addNode(service)
  await signIn(node, accepted)
  expect(await readMails(node)).toEqual(subjects)
})

it('keeps the language of the last browser that named one, and exports it', async () => {
  const node = await addNode(service)
  expect((await exportNode(node)).json().node.language).toBeNull()
  await signIn(node, 'es')
  await signIn(node, 'de')
  for (const silent of [undefined, '*', 'fr']) await signIn(node, silent)
  expect((await exportNode(node)).json().node.language).toBe('de')
})
