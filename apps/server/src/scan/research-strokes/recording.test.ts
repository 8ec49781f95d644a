import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { ADA } from '../../../test/people.ts'
import { newAddress } from '../../../test/research.ts'
import { openSecondProcess } from '../../../test/second-process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { stillUpload, strokeUpload } from '../../../test/stroke-uploads.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'
import { listCaptures, readSealed, RECORDING_KEPT_DAYS } from '../research/recording-store.ts'
import { openRecording } from '../research/recordings.ts'

const RECORDING = { consent_version: 1, placement: 'table', browser_version: 126 }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const upload = (payload: object, more: Partial<InjectOptions> = {}) =>
  service.call('POST', '/api/research/strokes', { payload, remoteAddress: newAddress(), ...more })
const remove = (path: string, token: string) =>
  service.call('DELETE', `/api/research/sessions/${path}`, { headers: { authorization: `Bearer ${token}` } })
const capturesOf = async (sessionId: string) =>
  (await listCaptures(service.db)).filter((one) => one.sessionId === sessionId)
const exportOf = async (headers: Record<string, string>) =>
  (await service.call('GET', '/api/node/export', { headers })).json().research_recordings

/** Captures in which a phone lies still, as uneven events; nothing of it is taken for a person. */
function lyingUpload(): Promise<Record<string, unknown> & { session_id: string }> {
  const samples = Array.from({ length: 500 }, (_, at) => ({
    t: 1.234 + at * 16.6 + (at % 3),
    accel: [0.1, 0.2, 9.8123],
    gyro: [0, 0.1, 0],
  }))
  return withCaptures([{ imu_sequence: { samples } }, {}, { imu_sequence: { samples: samples.slice(0, 200) } }])
}

async function withCaptures(captures: object[]): Promise<Record<string, unknown> & { session_id: string }> {
  const payload = await stillUpload(service)
  service.clock.pass(30_000)
  return { ...payload, captures, recording: RECORDING }
}

describe('POST /api/research/strokes with consent to recording', () => {
  it('201: keeps every capture whole, sealed, with the times of its events', async () => {
    const payload: Record<string, unknown> & { session_id: string } = {
      ...strokeUpload(service, ADA),
      recording: RECORDING,
    }
    const answer = await upload(payload)
    expect([answer.statusCode, answer.json().usable, answer.json().recorded_count]).toEqual([201, true, 3])
    const rows = await capturesOf(payload.session_id)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ browser: 'Chrome', browserVersion: 126, placement: 'table', consentVersion: 1 })
    expect(rows[0]).toMatchObject({ problem: null, followed: true, rateHz: expect.closeTo(60, 0) })
    const [stored] = await readSealed(service.db, [rows[0]!.id])
    const { acc, gyro, challenge } = openRecording(service.secrets, stored!.sealed)
    const [capture] = payload['captures'] as { imu_sequence: { samples: { t: number; accel: number[] }[] } }[]
    const { samples } = capture!.imu_sequence
    const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
    expect([acc.n, gyro?.n, challenge.strokes.length]).toEqual([samples.length, samples.length, 6])
    expect(sum(acc.t)).toBeCloseTo(samples.at(-1)!.t - samples[0]!.t, 1)
    expect(sum(acc.ch[0]!) * acc.scale).toBeCloseTo(samples.at(-1)!.accel[0]!, 2)
    const { research_capture: contents = '' } = await contentsOf(service.db)
    expect(contents).not.toContain(Buffer.from('"unit":"m/s2"').toString('hex'))
  })

  it('201: keeps captures that presence refused, and says so of each', async () => {
    const payload = await lyingUpload()
    const answer = await upload(payload)
    expect(answer.statusCode, answer.body).toBe(201)
    // The empty capture holds nothing to keep.
    expect(answer.json()).toMatchObject({ usable: false, stroke_count: 0, recorded_count: 2 })
    const rows = await capturesOf(payload.session_id)
    expect(rows.map(({ problem, followed }) => [problem !== null, followed])).toEqual([
      [true, false],
      [true, false],
    ])
  })

  it.each<[string, object, string]>([
    ['another version', { consent_version: 0 }, '/recording/consent_version'],
    ['no version', { placement: 'hand' }, '/recording/consent_version'],
    ['an unknown placement', { consent_version: 1, placement: 'head' }, '/recording/placement'],
    ['a whole user agent', { consent_version: 1, browser_version: 'Mozilla/5.0' }, '/recording/browser_version'],
  ])('400: consent with %s is named', async (_, recording, pointer) => {
    const answer = await upload({ ...(await stillUpload(service)), recording })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer)
  })

  it('201: values that are no numbers are left out, the rest is kept', async () => {
    const samples = Array.from({ length: 60 }, (_, at) => ({ t: at * 16, accel: [0, 0, 9.8], gyro: [0, 0, 0] }))
    const odd = [{ t: null, accel: [0, 0, 9.8] }, { t: 20, accel: ['1', 0, 0] }, { t: 21, accel: [0, 0] }, 7, null]
    const payload = await withCaptures([{ imu_sequence: { samples: [...odd, ...samples] } }, {}, {}])
    expect((await upload(payload)).json().recorded_count).toBe(1)
    const [row] = await capturesOf(payload.session_id)
    const [stored] = await readSealed(service.db, [row!.id])
    const { acc, gyro } = openRecording(service.secrets, stored!.sealed)
    expect([acc.n, gyro?.n]).toEqual([60, 60])
  })

  it('400: a number beyond all numbers is refused before the challenge is used', async () => {
    const payload = await withCaptures([stillCapture(1), {}, {}])
    const text = JSON.stringify(payload).replace('"t":16,', '"t":1e999,')
    const headers = { 'content-type': 'application/json' }
    const answer = await service.call('POST', '/api/research/strokes', { payload: text, headers })
    expect(answer.statusCode).toBe(400)
    expect((await upload(payload)).json().recorded_count).toBe(1)
  })

  it('201: a capture that is too large is left out', async () => {
    const samples = Array.from({ length: 5900 }, (_, at) => ({
      t: at * 5.01,
      accel: [(at % 97) * 1.003, (at % 89) * -1.007, (at % 83) * 1.013],
      gyro: [(at % 79) * 11.3, (at % 73) * -13.7, (at % 71) * 17.9],
    }))
    const payload = await withCaptures([{ imu_sequence: { samples } }, {}, {}])
    const answer = await upload(payload)
    expect([answer.statusCode, answer.json().recorded_count]).toEqual([201, 0])
  })
})

describe('the bounds of recordings', () => {
  it('201: thirty captures a day of one person, and the session is taken all the same', async () => {
    const small = () => withCaptures(Array.from({ length: 10 }, (_, at) => stillCapture(at)))
    const first = (await upload(await small())).json()
    const again = async () => (await upload({ ...(await small()), pseudonym: first.pseudonym })).json().recorded_count
    expect([first.recorded_count, await again(), await again(), await again()]).toEqual([10, 10, 10, 0])
    service.clock.pass(86_400_000)
    expect(await again()).toBe(10)
  })

  it('201: of two processes at once, no more are stored than the operator allows', async () => {
    const own = await startTestService({ researchRecordings: 5 })
    const second = openSecondProcess(own)
    const payloads = await Promise.all(
      Array.from({ length: 4 }, async () => ({
        ...(await stillUpload(own)),
        captures: [stillCapture(1), stillCapture(2), {}],
        recording: { consent_version: 1 },
      })),
    )
    own.clock.pass(30_000)
    const answers = await Promise.all(
      payloads.map((payload, at) =>
        (at % 2 ? second : own.app).inject({
          method: 'POST',
          url: '/api/research/strokes',
          payload,
          remoteAddress: newAddress(),
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    const counts = answers.map((answer) => answer.json<{ recorded_count: number }>().recorded_count)
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 2, 2])
    expect(await listCaptures(own.db)).toHaveLength(4)
    await second.close()
    await own.stop()
  })

  it('201: none are taken where the operator takes none', async () => {
    const own = await startTestService({ researchRecordings: 0 })
    const payload = {
      ...(await stillUpload(own)),
      captures: [stillCapture(1), {}, {}],
      recording: { consent_version: 1 },
    }
    own.clock.pass(30_000)
    const answer = await own.call('POST', '/api/research/strokes', { payload })
    expect([answer.statusCode, answer.json().recorded_count]).toEqual([201, 0])
    expect((await own.call('GET', '/api/research/stats')).json().takes_recordings).toBe(false)
    await own.stop()
  })
})

function stillCapture(seed: number): object {
  const samples = Array.from({ length: 30 }, (_, at) => ({ t: at * 16, accel: [seed / 10, 0, 9.8], gyro: [0, 0, 0] }))
  return { imu_sequence: { samples } }
}

describe('consent', () => {
  it('201: without it nothing whole is kept, signed in or not', async () => {
    const { recording: _, ...payload } = await lyingUpload()
    const node = await addNode(service)
    const answer = await upload(payload, { headers: await bearerFor(service, node) })
    expect([answer.statusCode, answer.json().recorded_count]).toEqual([201, 0])
    expect(await capturesOf(payload.session_id)).toEqual([])
  })

  it('200: withdrawn, the recordings go and the strokes stay', async () => {
    const payload = await lyingUpload()
    const { delete_token, session_id } = (await upload(payload)).json()
    const path = `${session_id}/recordings`
    expect((await remove(path, `sd_${'A'.repeat(43)}`)).statusCode).toBe(404)
    expect(await capturesOf(session_id)).toHaveLength(2)
    expect((await remove(path, delete_token)).statusCode).toBe(200)
    expect(await capturesOf(session_id)).toEqual([])
    // Once more, and then the session itself: both are still known.
    expect((await remove(path, delete_token)).statusCode).toBe(200)
    expect((await remove(session_id, delete_token)).statusCode).toBe(200)
    expect((await remove(path, delete_token)).statusCode).toBe(404)
  })

  it('200: deleting the session deletes its recordings', async () => {
    const { delete_token, session_id } = (await upload(await lyingUpload())).json()
    expect((await remove(session_id, delete_token)).statusCode).toBe(200)
    expect(await capturesOf(session_id)).toEqual([])
  })

  it('200: what was given while signed in is exported with its motion, and erased with the node', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const payload = await lyingUpload()
    const { session_id } = (await upload(payload, { headers })).json()
    const other = (await upload(await lyingUpload())).json().session_id
    const exported = await exportOf(headers)
    expect(exported).toHaveLength(2)
    expect(exported[0]).toMatchObject({ session_id, placement: 'table', browser: 'Chrome', consent_version: 1 })
    expect(exported[0].motion.acc).toMatchObject({ unit: 'm/s2', n: 500 })
    const erased = await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    expect(erased.statusCode).toBe(200)
    expect(await capturesOf(session_id)).toEqual([])
    expect(await capturesOf(other)).toHaveLength(2)
  })

  it(`is good for ${RECORDING_KEPT_DAYS} days: then the recordings go by themselves`, async () => {
    const { session_id } = (await upload(await lyingUpload())).json()
    service.clock.pass(RECORDING_KEPT_DAYS * 86_400_000)
    await deleteExpired(service)
    expect(await capturesOf(session_id)).toHaveLength(2)
    service.clock.pass(86_400_000)
    await deleteExpired(service)
    expect(await listCaptures(service.db)).toEqual([])
    const sessions = await service.db.query(sql`SELECT id FROM research_strokes WHERE session_id = ${session_id}`)
    expect(sessions).toHaveLength(1)
  })
})

describe('GET /api/admin/research/recordings', () => {
  const path = '/api/admin/research/recordings'

  it('401: is for operators', async () => {
    expect((await service.call('GET', path)).statusCode).toBe(401)
  })

  it('200: counts by browser and placement, and shows no group of few people', async () => {
    const own = await startTestService()
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    const report = async () => (await own.call('GET', path, { headers })).json()
    expect(await report()).toEqual({ captures: 0, most_captures: 20_000, people: 0, withheld: 0, groups: [] })
    const give = async (placement: string) => {
      const payload = await stillUpload(own)
      own.clock.pass(30_000)
      const recording = { consent_version: 1, placement }
      const captures = [stillCapture(1), stillCapture(2), {}]
      const sent = { ...payload, captures, recording }
      await own.call('POST', '/api/research/strokes', { payload: sent, remoteAddress: newAddress() })
    }
    for (const placement of ['hand', 'hand', 'hand', 'hand', 'hand', 'pocket']) await give(placement)
    const { groups, ...rest } = await report()
    expect(rest).toEqual({ captures: 12, most_captures: 20_000, people: 6, withheld: 2 })
    expect(groups).toMatchObject([
      { browser: 'Chrome', placement: 'hand', captures: 10, people: 5, refused: 10, not_followed: 10, share: 1 },
    ])
    expect(groups[0].reasons).toEqual([{ problem: 'insufficient_signal', captures: 10 }])
    await own.stop()
  })
})
