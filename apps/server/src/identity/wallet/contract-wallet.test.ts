import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chainOf, type EthereumNode, startEthereumNode } from '../../../test/ethereum-node.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { messageOf, newWallet, visit } from '../../../test/wallets.ts'
import { createNonce } from './sign-in.ts'
import { sendRpc, hashMessage } from './verify.ts'

const YES = { result: `0x1626ba7e${'0'.repeat(56)}` }

let node: EthereumNode
let service: TestService
beforeAll(async () => {
  node = await startEthereumNode()
  service = await startTestService({ ethRpcUrl: node.url })
})
afterAll(async () => {
  await service.stop()
  node.stop()
})
beforeEach(() => node.answerWith(chainOf('0x1', YES)))

// The address of a contract; nobody has a key that could sign for it.
const contract = () => ({ address: newWallet().address })
const SIGNATURE = `0x${'c0ffee'.repeat(33)}` as const

async function send(fields = {}, headers = {}) {
  const { address } = contract()
  const message = messageOf({ address }, service.now(), {
    nonce: createNonce(service.secrets, service.now()),
    ...fields,
  })
  const payload = { message, address, signature: SIGNATURE }
  return { message, address, answer: await service.call('POST', '/api/auth/siwe', { payload, headers }) }
}

describe('a contract wallet, where ETH_RPC_URL is set', () => {
  it('200: the contract is asked on its chain, in the ABI’s encoding', async () => {
    const { message, address, answer } = await send()
    expect([answer.statusCode, answer.json().address]).toEqual([200, address])
    // Hash, where the signature begins (64), its length (99), and it, filled up to whole words; tools/viem.test.ts has viem say the same.
    const words = [64, 99].map((number) => number.toString(16).padStart(64, '0')).join('')
    const data = `0x1626ba7e${Buffer.from(hashMessage(message)).toString('hex')}${words}${SIGNATURE.slice(2).padEnd(256, '0')}`
    expect(node.calls).toMatchObject([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_call', params: [{ to: address, data }, 'latest'] },
    ])
  })

  it('200: it can be proved for a node like any other', async () => {
    const headers = await bearerFor(service, await addNode(service))
    const { answer } = await send({}, headers)
    expect(answer.json()).toMatchObject({ binding: 'proved', skip_otp: true, node_token: expect.any(String) })
  })

  it('200: a wallet with a key is not asked about', async () => {
    expect((await visit(service, newWallet())).statusCode).toBe(200)
    expect(node.calls).toEqual([])
  })

  it.each<[string, object]>([
    ['another word', { result: `0xffffffff${'0'.repeat(56)}` }],
    ['nothing, as an address without a contract does', { result: '0x' }],
    ['yes and something more', { result: `${YES.result}00` }],
    ['yes and something in the same word', { result: `0x1626ba7e${'0'.repeat(55)}1` }],
    ['the four bytes alone', { result: '0x1626ba7e' }],
    ['true', { result: true }],
    ['null', { result: null }],
    ['a list', { result: [YES.result] }],
    ['that it failed', { error: { code: 3, message: 'execution reverted' } }],
  ])('401: the contract answers %s', async (_, called) => {
    node.answerWith(chainOf('0x1', called))
    const before = await readStored(service)
    const { answer } = await send()
    const detail = 'signature: neither the key nor the contract of this address made it.'
    expect([answer.statusCode, answer.json().detail]).toEqual([401, detail])
    expect(await readStored(service)).toEqual(before)
  })

  it('401: the message names another chain, and the contract is not asked there', async () => {
    const { answer } = await send({ chainId: 10 })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      401,
      'chain-id: the service cannot ask contract wallets of this chain.',
    ])
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_chainId'])
  })

  it.each<[string, Parameters<EthereumNode['answerWith']>[0]]>([
    ['nothing', (_, response) => response.end()],
    ['no JSON', (_, response) => response.end('<html>')],
    ['null', (_, response) => response.end('null')],
    ['neither result nor error', (_, response) => response.end('{"jsonrpc":"2.0","id":1}')],
    ['a chain id that is none', chainOf('one', YES)],
    ['too much', (_, response) => response.end(`{"result":"0x1"${' '.repeat(70_000)}}`)],
    ['by hanging up', (_, response) => response.destroy()],
    ['500', (_, response) => response.writeHead(500).end('out of order')],
  ])('401: the Ethereum node answers %s', async (_, reply) => {
    node.answerWith(reply)
    const { answer } = await send()
    const detail = 'signature: the chain could not be asked about it; try again later.'
    expect([answer.statusCode, answer.json().detail]).toEqual([401, detail])
  })

  it('429: an address that has it asked too often waits, and its wallets with keys still get in', async () => {
    const limits = { ...service.settings.limits, 'siwe.contract.address': { count: 1, perSeconds: 60 } }
    service.settings.limits = limits
    await send()
    expect((await send()).answer.statusCode).toBe(429)
    expect((await visit(service, newWallet())).statusCode).toBe(200)
  })
})

describe('sendRpc', () => {
  it('gives up on a node that does not answer', async () => {
    node.answerWith(() => {})
    expect(await sendRpc(node.url, 'eth_chainId', [], 50)).toEqual({ outcome: 'silent' })
  })

  it('gives up on a node that is not there', async () => {
    expect(await sendRpc('http://127.0.0.1:1', 'eth_chainId', [])).toEqual({ outcome: 'silent' })
  })

  it('sends user and password of the URL as a header', async () => {
    await sendRpc(node.url.replace('//', '//ada:p%40ss@'), 'eth_chainId', [])
    expect(node.calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`)
  })
})
