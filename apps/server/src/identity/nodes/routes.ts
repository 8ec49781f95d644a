import { getIdentity, handshake, subscribe, uplink } from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { type EmailAddress, toEmail, toMailboxKey } from '../../platform/email.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { readLanguage } from '../../platform/http/origin.ts'
import { createBudget, spendAddressBudget } from '../../platform/limits/budgets.ts'
import { spendBudget } from '../../platform/limits/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { issueToken } from '../access/authorize.ts'
import { queueMail } from '../mail/queue.ts'
import { findIdentity } from '../node-store.ts'
import { findOrAddPendingNodeWithHandle, findOrAddSubscriber } from '../register.ts'

/** Serves the lookup of a node, and the registration of people who haven't confirmed their e-mail address yet. */
export function serveNodes(app: FastifyInstance, service: Service): void {
  const { db } = service

  serve(app, getIdentity, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    const { key, mailbox } = toEmail(query.email)
    const node = await findIdentity(db, key)
    if (!node) return { found: false, email: mailbox, node_handle: null, status: null, registered_at: null }
    const { email, handle, status, registeredAt } = node
    return { found: true, email, node_handle: handle, status, registered_at: registeredAt.toISOString() }
  })

  serveTx(app, subscribe, {
    prepare: ({ request }) => app.spendCallerBudget('subscribe.address', request),
    commit: async (tx, { body, request }) => {
      const email = toEmail(body.email)
      const { isNew } = await findOrAddSubscriber(tx, email)
      if (isNew) await confirmSubscription(tx, service, { email, language: readLanguage(request) })
      return { success: true, alreadySubscribed: !isNew }
    },
  })

  serveTx(app, uplink, {
    prepare: ({ request }) => app.spendCallerBudget('uplink.address', request),
    commit: async (tx, { body }) => {
      const { node, isNew } = await findOrAddPendingNodeWithHandle(tx, {
        email: toEmail(body.email),
        handle: body.node_handle,
      })
      return { success: true, alreadyExists: !isNew, node_handle: node.handle, status: node.status }
    },
  })

  serveTx(app, handshake, {
    prepare: ({ request }) => spendAddressBudget(service, 'handshake.address', request),
    commit: async (tx, { body, reply }) => {
      reply.header('cache-control', 'no-store')
      const { email, origin_domain: originDomain, node_handle: handle } = body
      const { node } = await findOrAddPendingNodeWithHandle(tx, { email: toEmail(email), handle, originDomain })
      if (node.activatedAt) return new RequestProblem('NODE_ALREADY_ACTIVE', 'Sign in by a code instead.')
      // Unproved: no caller has shown yet that the e-mail address is theirs.
      const token = await issueToken(tx, service, { nodeId: node.id, proved: false })
      return { node_token: token, node_handle: node.handle, stage: 'INITIALIZED' as const }
    },
  })
}

// Every +tag of a mailbox is a subscriber of its own, but their mails all arrive in one place: the first is enough there.
async function confirmSubscription(
  tx: Transaction,
  service: Service,
  { email: { key, mailbox }, language }: { email: EmailAddress; language: Language },
): Promise<void> {
  const spent = await spendBudget(tx, createBudget(tx, service, 'subscribe.mailbox', toMailboxKey(key)))
  if (spent.ok) await queueMail(tx, service, { kind: 'subscription', to: mailbox, params: {}, language })
}
