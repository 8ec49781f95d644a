import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Authenticator, type Changes, newAuthenticator } from './authenticator.ts'
import type { TestService } from './service.ts'
import { plantCode } from './wallets.ts'

type Headers = { authorization: string }

/** What a browser is asked to make for the node behind a token. */
export async function askForOptions(service: TestService, headers: Headers, more: Partial<InjectOptions> = {}) {
  return (await service.call('POST', '/api/node/passkeys/options', { headers, ...more })).json()
}

type Adding = { authenticator?: Authenticator; changes?: Changes; body?: object; code?: boolean }

/** Adds a passkey to the node behind a token, with a fresh code unless `code` is false. */
export async function addPasskey(
  service: TestService,
  headers: Headers,
  { authenticator = newAuthenticator(), changes = {}, body = {}, code = true }: Adding = {},
): Promise<LightMyRequestResponse> {
  const { token, options } = await askForOptions(service, headers)
  const response = authenticator.register(options.challenge, changes)
  const otp = code ? { otp: await plantCode(service, headers.authorization) } : {}
  return service.call('POST', '/api/node/passkeys', { headers, payload: { token, response, ...otp, ...body } })
}
