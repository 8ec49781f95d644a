import { readFileSync } from 'node:fs'
import * as contract from '@stillhere/contract'
import { expect, it } from 'vitest'
import { createClient } from './client.ts'
import { ENDPOINT_TABLE, type EndpointRow } from './endpoint-table.ts'

const rows: [string, EndpointRow][] = Object.entries(ENDPOINT_TABLE)
const exported = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))

it('has every endpoint of the contract, none more, under its name and with its method, path and access', () => {
  const ours = rows.map(([name, [method, path, access]]) => `${name} ${method} ${path} ${access}`)
  const theirs = contract.ENDPOINTS.map((one) => `${exported.get(one)} ${one.method} ${one.path} ${one.access}`)
  expect(ours).toEqual(theirs)
})

it('B7: docs/http-client.md lists every name beside its call', () => {
  const page = readFileSync(new URL('../../../../docs/http-client.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` \| `(\w+) (\S+)` \|$/gm)].map((match) => match.slice(1))
  expect(listed).toEqual(rows.map(([name, [method, path]]) => [name, method, path]))
})

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
