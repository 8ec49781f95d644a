import { expect, it } from 'vitest'
import { BAD_EMAILS, BAD_REQUESTS } from './bad-requests.ts'
import { contentsOf } from './contents.ts'
import type { TestService } from './service.ts'

/** Tests that an endpoint refuses what nobody can read, and a missing or bad e-mail address, and writes nothing. */
export function itRefusesBadRequests(service: () => TestService, url: string, rest: object): void {
  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_, status, request) => {
    const before = await readStored(service())
    const answer = await service().call('POST', url, request)
    expect(answer.statusCode).toBe(status)
    expect(await readStored(service())).toEqual(before)
  })

  it.each([...BAD_EMAILS, ['nothing', undefined]])('400: refuses the e-mail address %s', async (_, email) => {
    const before = await readStored(service())
    const answer = await service().call('POST', url, { payload: { ...rest, email } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('INVALID_REQUEST')
    expect(pointersOf(answer.json())).toEqual(['/email'])
    expect(await readStored(service())).toEqual(before)
  })
}

/** The fields that a problem names, each once. */
export function pointersOf({ errors }: { errors: { pointer: string }[] }): string[] {
  return [...new Set(errors.map(({ pointer }) => pointer))]
}

/** All that is stored but the budgets of network addresses, which a refused call may spend. */
export async function readStored({ db }: TestService): Promise<Record<string, string>> {
  const contents = await contentsOf(db)
  const budgets = contents['budget']?.split('\n').filter((row) => !row.includes('.address,'))
  return { ...contents, budget: budgets?.join('\n') ?? '' }
}
