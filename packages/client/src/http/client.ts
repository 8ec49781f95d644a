import { makeCall } from './call.ts'
import { ENDPOINT_TABLE, type EndpointRow } from './endpoint-table.ts'
import type { Client } from './endpoint-types.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import type { Input } from './request.ts'
import { readSettings } from './settings.ts'

/**
 * Makes a client of the service at `baseUrl`, with one method for each endpoint.
 *
 * @returns the methods; each takes the members of path, query and body in one object, and resolves to the answer.
 * @throws {TypeError} for options that no call could work with. Methods reject with the service's problem or with what kept
 *   the call from it.
 * @example
 * const state = await createClient({ baseUrl, token }).getEntropy({ email })
 */
export function createClient(options: ClientOptions): Client {
  const settings = readSettings(options)
  const methodOf = (name: string, row: EndpointRow) => {
    return async (input: Input = {}, callOptions: CallOptions = {}) =>
      makeCall(settings, { name, row, input, options: callOptions })
  }
  const methods = Object.entries(ENDPOINT_TABLE).map(([name, row]) => [name, methodOf(name, row)])
  return Object.fromEntries(methods) as Client
}
