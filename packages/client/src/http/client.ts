import { makeCall } from './call.ts'
import { ENDPOINT_TABLE, type EndpointRow } from './endpoint-table.ts'
import type { Client } from './endpoint-types.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import type { Input } from './request.ts'
import { settingsOf } from './settings.ts'

/** A client of the service at `baseUrl`, with one method for each endpoint: `client.getEntropy({ email }, { signal })`. */
export function createClient(options: ClientOptions): Client {
  const settings = settingsOf(options)
  const methodOf = (name: string, row: EndpointRow) => {
    return async (input: Input = {}, callOptions: CallOptions = {}) =>
      makeCall(settings, { name, row, input, options: callOptions })
  }
  const methods = Object.entries(ENDPOINT_TABLE).map(([name, row]) => [name, methodOf(name, row)])
  return Object.fromEntries(methods) as Client
}
