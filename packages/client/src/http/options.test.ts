import { expect, expectTypeOf, it } from 'vitest'
import { ENDPOINT_TABLE } from './endpoint-table.ts'
import type { Client, EndpointName, InputOf, OutputOf } from './options.ts'

it('names in types what the table names', () => {
  expectTypeOf<EndpointName>().toEqualTypeOf<keyof typeof ENDPOINT_TABLE>()
  expect(Object.keys(ENDPOINT_TABLE).length).toBeGreaterThan(60)
})

// Never called: the types are what is tested.
export async function typed(client: Client): Promise<void> {
  expectTypeOf<InputOf<'revokeReceipt'>>().toEqualTypeOf<{ id: string; reason?: string | undefined }>()
  expectTypeOf<OutputOf<'getNodeCount'>['humans']>().toEqualTypeOf<number>()
  expectTypeOf(await client.subscribe({ email: '' })).toEqualTypeOf<{ success: boolean; alreadySubscribed: boolean }>()
  await client.sendOtp({ email: '', invite_code: undefined })
  await client.createInvites()
  await client.createInvites({ count: 3 }, { timeoutMs: 1000 })
  // @ts-expect-error a needed member is missing
  await client.sendOtp({})
  // @ts-expect-error a needed input is missing
  await client.getEntropy()
  // @ts-expect-error options are the second argument
  await client.getNodeCount({ signal: new AbortController().signal })
  // @ts-expect-error no such member
  await client.validateInvite({ code: '', other: 1 })
}
