import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Authenticator, type Changes, newAuthenticator } from './authenticator.ts'
import { renewSignIn } from './nodes.ts'
import type { TestService } from './service.ts'

type Headers = { authorization: string }

/** What a browser is asked to make for the node behind a token. */
export async function askForOptions(service: TestService, headers: Headers, more: Partial<InjectOptions> = {}) {
  return (await service.call('POST', '/api/node/passkeys/options', { headers, ...more })).json()
}

type Adding = { authenticator?: Authenticator; changes?: Changes; options?: object; body?: object }

/** Adds a passkey to the node behind a token, whose owner has just signed in. */
export async function addPasskey(
  service: TestService,
  headers: Headers,
  { authenticator = newAuthenticator(), changes = {}, options: payload = {}, body = {} }: Adding = {},
): Promise<LightMyRequestResponse> {
  await renewSignIn(service, headers)
  const { token, options } = await askForOptions(service, headers, { payload })
  const response = authenticator.register(options.challenge, changes)
  return service.call('POST', '/api/node/passkeys', { headers, payload: { token, response, ...body } })
}
