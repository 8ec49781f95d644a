import { constants, createHash, KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AuthorizationHeader, publicVerif, TOKEN_TYPES, WWWAuthenticateHeader } from '@cloudflare/privacypass-ts'
import { parseTokenIssuers, type TokenIssuer } from '../src/settings/token-issuers.ts'

const { BlindRSAMode, Client, getPublicKeyBytes, Issuer, TokenRequest } = publicVerif
const DIRECTORY = '/.well-known/private-token-issuer-directory'

/** An issuer of private tokens of type 2 that signs for everybody: the protocol of RFC 9578 over HTTP. */
export type TestIssuer = {
  url: string
  /** As the service gets to know it. */
  known: TokenIssuer
  /** A token for a challenge, signed without the protocol, which takes a second. */
  signToken: (challenge: Buffer) => Buffer
  stop: () => void
}

export async function startTokenIssuer(name = 'issuer.example'): Promise<TestIssuer> {
  const keys = await Issuer.generateKey(BlindRSAMode.PSS, {
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  })
  const spki = Buffer.from(await getPublicKeyBytes(keys.publicKey))
  const issuer = new Issuer(BlindRSAMode.PSS, name, keys.privateKey, keys.publicKey)
  const server = createServer((request, response) => void answerAsIssuer({ issuer, spki }, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const privateKey = KeyObject.from(keys.privateKey)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    known: readKnown(name, spki),
    signToken: (challenge) => {
      const signed = Buffer.concat([Buffer.of(0, 2), randomBytes(32), hash(challenge), hash(spki)])
      const key = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 }
      return Buffer.concat([signed, sign('sha384', signed, key)])
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An issuer as the setting tells of it. */
export function readKnown(name: string, spki: Buffer): TokenIssuer {
  const [known] = parseTokenIssuers(`${name}=${spki.toString('base64url')}`)
  if (known === undefined || typeof known === 'string') throw new Error('the setting does not take this issuer')
  return known
}

type Signing = { issuer: InstanceType<typeof Issuer>; spki: Buffer }

async function answerAsIssuer(
  { issuer, spki }: Signing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = `${request.method} ${request.url} ${request.headers['content-type'] ?? ''}`
  if (asked === `GET ${DIRECTORY} `) {
    response.setHeader('content-type', 'application/private-token-issuer-directory')
    const tokenKey = { 'token-type': 2, 'token-key': spki.toString('base64url') }
    response.end(JSON.stringify({ 'issuer-request-uri': '/token-request', 'token-keys': [tokenKey] }))
  } else if (asked === 'POST /token-request application/private-token-request') {
    const bytes = await buffer(request)
    const isOurs = bytes.length === 259 && bytes[2] === hash(spki).at(-1)
    if (!isOurs) return void response.writeHead(422).end()
    const blindlySigned = await issuer.issue(TokenRequest.deserialize(TOKEN_TYPES.BLIND_RSA, Uint8Array.from(bytes)))
    response.setHeader('content-type', 'application/private-token-response')
    response.end(blindlySigned.serialize())
  } else response.writeHead(404).end()
}

/** What a device does with the WWW-Authenticate of a 401: gets a token of an issuer, and returns it as Authorization. */
export async function fetchToken(issuerUrl: string, authenticate: string): Promise<string> {
  const directory = await (await fetch(issuerUrl + DIRECTORY)).json()
  const keys = (directory['token-keys'] as Record<string, string>[]).map((key) => key['token-key'])
  const wanted = WWWAuthenticateHeader.parse(authenticate).find(({ tokenKey }) =>
    keys.includes(Buffer.from(tokenKey).toString('base64url')),
  )
  if (wanted === undefined) throw new Error('none of the challenges is for this issuer')
  const client = new Client(BlindRSAMode.PSS)
  const request = await client.createTokenRequest(wanted.challenge, wanted.tokenKey)
  const answer = await fetch(issuerUrl + directory['issuer-request-uri'], {
    method: 'POST',
    headers: { 'content-type': 'application/private-token-request' },
    body: Uint8Array.from(request.serialize()),
  })
  const response = client.deserializeTokenResponse(new Uint8Array(await answer.arrayBuffer()))
  return new AuthorizationHeader(await client.finalize(response)).toString(true)
}

/** The challenges of a WWW-Authenticate, as bytes. */
export function listChallenges(authenticate: string): Buffer[] {
  return WWWAuthenticateHeader.parse(authenticate).map(({ challenge }) => Buffer.from(challenge.serialize()))
}

/** A token as clients send it. */
export function writeAuthorization(token: Buffer): string {
  return `PrivateToken token="${token.toString('base64url')}"`
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
