import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAddress, ownFrames, researchUpload, unpackFrames } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listUsableSessions } from './store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function upload(landmarks: unknown): Promise<string> {
  const payload = researchUpload(landmarks)
  await service.call('POST', '/api/research/upload', { payload, remoteAddress: newAddress() })
  return payload.session_id
}

it('reads usable sessions page by page, each once, in the order they came', async () => {
  const [frames, more] = [ownFrames(), ownFrames()]
  const first = await upload(frames)
  await upload('not understood')
  const second = await upload(more)
  await upload(frames)
  const third = await upload(ownFrames())
  const page = await listUsableSessions(service.db, { afterId: 0, limit: 2 })
  expect(page.map(({ sessionId }) => sessionId)).toEqual([first, second])
  expect(page.map(({ landmarks }) => unpackFrames(landmarks))).toEqual([frames, more])
  const rest = await listUsableSessions(service.db, { afterId: page[1]?.id ?? 0, limit: 2 })
  expect(rest.map(({ sessionId }) => sessionId)).toEqual([third])
})
