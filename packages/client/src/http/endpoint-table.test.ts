import * as contract from '@stillhere/contract'
import { expect, it } from 'vitest'
import { createClient } from './client.ts'
import { ENDPOINT_TABLE, type EndpointRow } from './endpoint-table.ts'

const rows: [string, EndpointRow][] = Object.entries(ENDPOINT_TABLE)
const exported = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))

it('gives a client one method for each', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
  expect(Object.keys(client)).toEqual(rows.map(([name]) => name))
})

// A flat object can be taken apart only while this holds.
it.each(contract.ENDPOINTS.map((one) => [exported.get(one) ?? '', one] as const))(
  '%s: no member has two places, and only a GET or DELETE has a query',
  (_, { method, path, params, query, body }) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(inPath).toEqual(Object.keys(params?.properties ?? {}))
    const names = [params, query, body].flatMap((part) => Object.keys(part?.properties ?? {}))
    expect(new Set(names).size).toBe(names.length)
    expect(['GET', 'DELETE'].includes(method) ? body : query).toBeUndefined()
  },
)

it('sends an admin endpoint no node’s token, and no endpoint of nodes the admin secret', () => {
  const mixed = rows.filter(
    ([, [, , access, ...traits]]) => access !== 'public' && traits.some((t) => t !== 'repeatable'),
  )
  expect(mixed).toEqual([])
})
