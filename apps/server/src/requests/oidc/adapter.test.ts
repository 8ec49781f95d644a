import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { createAdapter } from './adapter.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const adapt = (kind: string) => createAdapter(service, kind)

it('a code that two have seen unused counts for one; the other ends the grant and all that came of it', async () => {
  await adapt('Grant').upsert('g', { accountId: 'ada' }, 60)
  await adapt('AuthorizationCode').upsert('c', { grantId: 'g' }, 60)
  await adapt('AccessToken').upsert('t', { grantId: 'g' }, 60)
  await adapt('AuthorizationCode').consume('c')
  expect(await adapt('AuthorizationCode').find('c')).toMatchObject({ grantId: 'g', consumed: expect.any(Number) })
  await expect(adapt('AuthorizationCode').consume('c')).rejects.toMatchObject({ error: 'invalid_grant' })
  const left = [adapt('Grant').find('g'), adapt('AuthorizationCode').find('c'), adapt('AccessToken').find('t')]
  expect(await Promise.all(left)).toEqual([undefined, undefined, undefined])
})

it('a token that is stored after its grant has ended counts for nothing', async () => {
  await adapt('AccessToken').upsert('late', { grantId: 'gone' }, 60)
  expect(await adapt('AccessToken').find('late')).toBeUndefined()
})

it('a pushed request counts once', async () => {
  await adapt('PushedAuthorizationRequest').upsert('p', { request: 'x' }, 60)
  await adapt('PushedAuthorizationRequest').consume('p')
  await expect(adapt('PushedAuthorizationRequest').consume('p')).rejects.toMatchObject({ error: 'invalid_request_uri' })
})

it('what was used stays used when it is stored again', async () => {
  await adapt('Grant').upsert('g2', {}, 60)
  await adapt('AuthorizationCode').upsert('c2', { grantId: 'g2' }, 60)
  await adapt('AuthorizationCode').consume('c2')
  await adapt('AuthorizationCode').upsert('c2', { grantId: 'g2' }, 60)
  expect(await adapt('AuthorizationCode').find('c2')).toMatchObject({ consumed: expect.any(Number) })
})

it('what is sealed for one row does not open in another', async () => {
  await adapt('Session').upsert('ada', { accountId: 'ada', uid: 'u' }, 60)
  await adapt('Session').upsert('eve', { accountId: 'eve', uid: 'v' }, 60)
  expect(await adapt('Session').findByUid('u')).toMatchObject({ accountId: 'ada' })
  const [one, other] = await service.db.query<{ id: Buffer; sealed: Buffer }>(
    sql`SELECT id_hash AS id, sealed FROM oidc_item WHERE kind = 'Session' ORDER BY expires_at`,
  )
  await service.db.query(sql`UPDATE oidc_item SET sealed = ${one?.sealed ?? null} WHERE id_hash = ${other?.id ?? null}`)
  const found = await Promise.allSettled([adapt('Session').find('ada'), adapt('Session').find('eve')])
  expect(found.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
