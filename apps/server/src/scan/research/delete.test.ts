import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { newAddress, ownFrames, researchUpload } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { countSessions, listUsableSessions } from './store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Kept = { id: string; token: string }

async function upload(landmarks: unknown = []): Promise<Kept> {
  const remoteAddress = newAddress()
  const payload = researchUpload(landmarks)
  const answer = await service.call('POST', '/api/research/upload', { payload, remoteAddress })
  expect(answer.statusCode).toBe(201)
  return { id: answer.json().session_id, token: answer.json().delete_token }
}

function remove(id: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization }
  return service.call('DELETE', `/api/research/sessions/${id}`, { headers })
}

const counts = () => countSessions(service.db)
const bearer = ({ token }: Kept) => `Bearer ${token}`

describe('DELETE /api/research/sessions/:id', () => {
  it('200: deletes the session and all that was kept of it', async () => {
    const before = await counts()
    const kept = await upload(ownFrames())
    const answer = await remove(kept.id.toUpperCase(), bearer(kept))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true })
    expect(await counts()).toEqual(before)
    expect((await contentsOf(service.db))['research_session']).not.toContain(kept.id)
    expect((await remove(kept.id, bearer(kept))).statusCode).toBe(404)
  })

  it('404: answers alike for an unknown id, a wrong token and none, and deletes nothing', async () => {
    const [kept, other] = [await upload(ownFrames()), await upload()]
    const before = await contentsOf(service.db)
    const answers = [
      await remove(randomUUID(), bearer(kept)),
      await remove(kept.id, bearer(other)),
      await remove(kept.id, `Bearer sd_${'A'.repeat(43)}`),
      await remove(kept.id, kept.token),
      await remove(kept.id, `Basic ${kept.token}`),
      await remove(kept.id),
      await remove('no-uuid', bearer(kept)),
      await remove('%00', bearer(kept)),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ error: 'NOT_FOUND', detail: answers[0]?.json().detail })
    }
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it('200: one of several parallel calls deletes, and the figures move once', async () => {
    const kept = await upload(ownFrames())
    const before = await counts()
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(kept.id, bearer(kept))))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(404)])
    expect(await counts()).toMatchObject({ accepted: before.accepted - 1, usable: before.usable - 1 })
  })

  it('lets a repetition count once the first of its motion is gone', async () => {
    const frames = ownFrames()
    const [first, second, third] = [await upload(frames), await upload(frames), await upload(frames)]
    const { usable } = await counts()
    const countedIds = async () =>
      (await listUsableSessions(service.db, { afterId: 0, limit: 1000 })).map(({ sessionId }) => sessionId)
    await remove(first.id, bearer(first))
    expect((await counts()).usable).toBe(usable)
    expect(await countedIds()).toContain(second.id)
    expect(await countedIds()).not.toContain(third.id)
    await remove(third.id, bearer(third))
    expect((await counts()).usable).toBe(usable)
    await remove(second.id, bearer(second))
    expect((await counts()).usable).toBe(usable - 1)
  })

  it('keeps the delete token as a hash only', async () => {
    const { token } = await upload()
    const contents = JSON.stringify(await contentsOf(service.db))
    expect(contents).not.toContain(token)
    expect(contents).not.toContain(Buffer.from(token).toString('hex'))
  })
})
