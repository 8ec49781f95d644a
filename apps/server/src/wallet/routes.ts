import { getWalletNonce, listWallets, removeWallet, signInWithWallet, type WalletSignIn } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { demandOwner } from '../auth/authorize.ts'
import { toEmail } from '../email.ts'
import { serve, serveTx } from '../http/endpoint.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { AuthMode } from '../settings/settings.ts'
import { addressBytes, checksumAddress } from './address.ts'
import { newNonce } from './nonce.ts'
import { describeWallet, isVerified, MESSAGE_SECONDS } from './rules.ts'
import { arrive, type Welcome } from './sign-in.ts'
import { deleteWallet, readWallets } from './store.ts'
import { verifyMessage } from './verify.ts'

export function walletRoutes(app: FastifyInstance, service: Service): void {
  const { db, secrets, settings } = service

  serve(app, signInWithWallet, async ({ body, request, reply, keep }) => {
    await takeFromAddressBudget(service, 'siwe.address', request)
    reply.header('cache-control', 'no-store')
    const signed = await verifyMessage(service, body, request)
    const email = body.email === undefined ? undefined : toEmail(body.email)
    const outcome = await db.transaction(async (tx) => {
      const welcome = await arrive(tx, service, { ...signed, email, request })
      return welcome.outcome === 'refused' ? welcome : keep(tx, toAnswer(signed.address, welcome, settings.authMode))
    })
    if ('success' in outcome) return outcome
    // Thrown only now: the nonce has been used up.
    throw outcome.problem
  })

  serve(app, getWalletNonce, async ({ request, reply }) => {
    await takeFromAddressBudget(service, 'siwe.nonce.address', request)
    reply.header('cache-control', 'no-store')
    return { nonce: newNonce(secrets, service.now()), expires_in: MESSAGE_SECONDS }
  })

  serveTx(app, listWallets, async (tx, { request }) => {
    const { nodeId } = await demandOwner(tx, service, request)
    const wallets = await readWallets(tx, nodeId)
    return { wallets: wallets.map(describeWallet) }
  })

  serveTx(app, removeWallet, async (tx, { params, request }) => {
    const { nodeId } = await demandOwner(tx, service, request)
    const address = addressBytes(params.address)
    if (address && (await deleteWallet(tx, nodeId, address))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This node has no such wallet.')
  })
}

function toAnswer(address: Buffer, welcome: Exclude<Welcome, { outcome: 'refused' }>, mode: AuthMode): WalletSignIn {
  const wallet = { success: true, address: checksumAddress(address) }
  if (welcome.outcome === 'stranger')
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
