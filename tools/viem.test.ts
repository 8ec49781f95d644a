import { encodeFunctionData, getAddress, hashMessage, keccak256 as keccakOfViem, parseAbi, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect, it } from 'vitest'
import { messageHash } from '../apps/server/src/identity/wallet/verify.ts'
import { writeSiweMessage } from '../apps/server/test/siwe-message.ts'
import { toChecksumAddress, signInMessage } from '../apps/web/src/wallet/sign-in.ts'
import { createWallet } from '../scripts/ethereum-key.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TEXTS = ['', 'hello', 'a'.repeat(1000), 'Grüße']
const FIELDS = {
  domain: 'localhost:8787',
  address: ADDRESS,
  uri: 'http://localhost:8787',
  version: '1',
  chainId: 10,
} as const
const ISSUED = { nonce: '69578a40c2b1f09a', issuedAt: new Date('2026-03-10T12:00:00.123Z') }

it('the wallets of the tests have the addresses and signatures that viem gives', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const key = new Uint8Array(32).fill(seed)
    const [own, other] = [createWallet(key), privateKeyToAccount(toHex(key))]
    expect(own.address).toBe(other.address)
    for (const message of TEXTS) expect(own.signMessage(message)).toBe(await other.signMessage({ message }))
    const raw = Uint8Array.of(seed, 255)
    expect(own.signMessage(raw)).toBe(await other.signMessage({ message: { raw } }))
  }
})

it.each([
  {},
  { statement: 'Sign in, please.' },
  { scheme: 'https', expirationTime: new Date(1e12), notBefore: new Date(1e11), requestId: 'r1' },
  { statement: 'Yes.', resources: ['https://example.org/a', 'ipfs://Qme7ss'] },
])('the messages of the tests are what viem writes: %j', (more) => {
  const fields = { ...FIELDS, ...ISSUED, ...more }
  expect(writeSiweMessage(fields)).toBe(createSiweMessage(fields))
})

it('the page writes the message that viem writes', () => {
  const statement = 'Sign in to Stillhere.'
  const { domain: host, uri: origin, address, chainId } = FIELDS
  const text = {
    host,
    origin,
    address,
    chainId,
    statement,
    nonce: ISSUED.nonce,
    issuedAt: ISSUED.issuedAt.toISOString(),
  }
  expect(signInMessage(text)).toBe(createSiweMessage({ ...FIELDS, ...ISSUED, statement }))
})

it('the server hashes a message as viem does', () => {
  for (const text of TEXTS) expect(toHex(messageHash(text))).toBe(hashMessage(text))
})

it('the page gives addresses the letter case that viem gives', () => {
  for (let seed = 0; seed < 50; seed++) {
    const address = keccakOfViem(Uint8Array.of(seed)).slice(0, 42)
    expect(toChecksumAddress(address)).toBe(getAddress(address))
  }
})

it('a contract is asked in the words that viem would use', () => {
  const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
  const signature = `0x${'c0ffee'.repeat(33)}` as const
  const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hashMessage('hello'), signature] })
  const words = [64, 99].map((number) => number.toString(16).padStart(64, '0')).join('')
  expect(data).toBe(`0x1626ba7e${hashMessage('hello').slice(2)}${words}${signature.slice(2).padEnd(256, '0')}`)
})
