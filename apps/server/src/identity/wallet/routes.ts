import {
  getWalletNonce,
  listWallets as listWalletsEndpoint,
  removeWallet,
  signInWithWallet,
  type WalletSignIn,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { toEmail } from '../../platform/email.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { requireOwner } from '../access/authorize.ts'
import { formatAddress, parseAddress } from './message.ts'
import { describeWallet, isVerified, MESSAGE_SECONDS } from './rules.ts'
import { createNonce, signInWithMessage, spendMessage } from './sign-in.ts'
import { deleteWallet, listWallets } from './store.ts'
import { verifyMessage } from './verify.ts'

/** Serves signing in with Ethereum (ERC-4361), and listing and removing a node's wallets. */
export function serveWallets(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service

  serveTx(app, signInWithWallet, {
    prepare: async ({ body, request }) => {
      await spendAddressBudget(service, 'siwe.address', request)
      const email = body.email === undefined ? undefined : toEmail(body.email)
      const call = { ...(await verifyMessage(service, body, request)), email, request }
      return { ...call, ...(await service.db.transaction((tx) => spendMessage(tx, service, call))) }
    },
    commit: async (tx, { prepared: call, reply }): Promise<WalletSignIn | RequestProblem> => {
      reply.header('cache-control', 'no-store')
      const result = await signInWithMessage(tx, service, call)
      if (result instanceof RequestProblem) return result
      const wallet = { success: true, address: formatAddress(call.address) }
      if (result === 'stranger')
        return { ...wallet, is_bound: false, is_genesis: false, status: 'NEW', node_handle: null, skip_otp: false }
      const { node, binding, token } = result
      const verified = isVerified(binding, settings.authMode)
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
    },
  })

  serve(app, getWalletNonce, async ({ request, reply }) => {
    await spendAddressBudget(service, 'siwe.nonce.address', request)
    reply.header('cache-control', 'no-store')
    return { nonce: createNonce(secrets, service.now()), expires_in: MESSAGE_SECONDS }
  })

  serveTx(app, listWalletsEndpoint, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const wallets = await listWallets(tx, nodeId)
    return { wallets: wallets.map(describeWallet) }
  })

  serveTx(app, removeWallet, async (tx, { params, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const address = parseAddress(params.address)
    if (address && (await deleteWallet(tx, nodeId, address))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This node has no such wallet.')
  })
}
