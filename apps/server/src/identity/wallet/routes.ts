import { getWalletNonce, listWallets, removeWallet, signInWithWallet, type WalletSignIn } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { toEmail } from '../../platform/email.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { AuthMode } from '../../platform/settings/settings.ts'
import { requireOwner } from '../access/authorize.ts'
import { addressBytes, checksumAddress } from './message.ts'
import { describeWallet, isVerified, MESSAGE_SECONDS } from './rules.ts'
import { letIn, createNonce, useMessage, type Welcome } from './sign-in.ts'
import { deleteWallet, readWallets } from './store.ts'
import { verifyMessage } from './verify.ts'

export function walletRoutes(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service

  serveTx(app, signInWithWallet, {
    prepare: async ({ body, request }) => {
      await spendAddressBudget(service, 'siwe.address', request)
      const email = body.email === undefined ? undefined : toEmail(body.email)
      const arrival = { ...(await verifyMessage(service, body, request)), email, request }
      return { ...arrival, ...(await service.db.transaction((tx) => useMessage(tx, service, arrival))) }
    },
    commit: async (tx, { prepared: arrival, reply }) => {
      reply.header('cache-control', 'no-store')
      const welcome = await letIn(tx, service, arrival)
      return welcome instanceof RequestProblem ? welcome : toAnswer(arrival.address, welcome, settings.authMode)
    },
  })

  serve(app, getWalletNonce, async ({ request, reply }) => {
    await spendAddressBudget(service, 'siwe.nonce.address', request)
    reply.header('cache-control', 'no-store')
    return { nonce: createNonce(secrets, service.now()), expires_in: MESSAGE_SECONDS }
  })

  serveTx(app, listWallets, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const wallets = await readWallets(tx, nodeId)
    return { wallets: wallets.map(describeWallet) }
  })

  serveTx(app, removeWallet, async (tx, { params, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const address = addressBytes(params.address)
    if (address && (await deleteWallet(tx, nodeId, address))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This node has no such wallet.')
  })
}

function toAnswer(address: Buffer, welcome: Welcome, mode: AuthMode): WalletSignIn {
  const wallet = { success: true, address: checksumAddress(address) }
  if (welcome === 'stranger')
    return { ...wallet, is_bound: false, is_genesis: false, status: 'NEW', node_handle: null, skip_otp: false }
  const { node, binding, token } = welcome
  const verified = isVerified(binding, mode)
  return {
    ...wallet,
    is_bound: true,
    is_genesis: node.genesisIndex !== null,
    status: node.status,
    node_handle: node.handle,
    skip_otp: verified,
    binding: verified ? 'proved' : 'provisional',
    ...(token === undefined ? {} : { node_token: token, email: node.email }),
  }
}
