import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { pointersOf, readStored } from '../../../test/refusals.ts'
import { newAddress, ownFrames, researchFrames, researchUpload, unpackFrames } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { countSessions, listUsableSessions } from './store.ts'

const UPLOAD = '/api/research/upload'
const JSON_BODY = { headers: { 'content-type': 'application/json' } }
const FRAMES = researchFrames(1)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** An upload from an address of its own, unless the test has one. */
function upload(payload: unknown, more: Partial<InjectOptions> = {}) {
  return service.call('POST', UPLOAD, { payload: payload as object, remoteAddress: newAddress(), ...more })
}

async function rowOf(sessionId: unknown): Promise<Record<string, unknown>> {
  return service.db.one(sql`SELECT * FROM research_session WHERE session_id = ${sessionId}`)
}

const counts = () => countSessions(service.db)

describe('POST /api/research/upload', () => {
  it('201: stores what is declared, with a score of its own, and gives a token to delete it', async () => {
    const body = {
      ...researchUpload(FRAMES),
      device: { os: 'iOS', browser: 'Safari', viewportWidth: 390, viewportHeight: 844, imuAvailable: true },
      node_handle: 'quiet-river',
      pes_score: 0.75,
      pes_micro_timing: 0.1,
      pes_noise_residual: 0.2,
      pes_freq_entropy: 0.3,
      pes_bio_perturb: 0.4,
      valid_frames: 230,
      phases: [
        { phase: 1, frameCount: 100 },
        { phase: 2, frameCount: 140 },
      ],
    }
    const answer = await upload(body)
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['x-ratelimit-remaining']).toBe('4')
    expect(answer.json()).toEqual({
      success: true,
      session_id: body.session_id,
      usable: true,
      delete_token: expect.stringMatching(/^sd_[\w-]{43}$/),
    })
    const row = await rowOf(body.session_id)
    expect(row).toMatchObject({
      received_at: new Date('2026-03-10T12:00:00.000Z'),
      usable: true,
      repeats: false,
      joints: 18,
      frames: FRAMES.length,
      pes_score: 0.75,
      pes_micro_timing: 0.1,
      pes_noise_residual: 0.2,
      pes_freq_entropy: 0.3,
      pes_bio_perturb: 0.4,
      os: 'iOS',
      browser: 'Safari',
      viewport_width: 390,
      viewport_height: 844,
      imu_available: true,
      lighting: 'indoor_day',
      duration_ms: 8000,
      total_frames: 240,
      valid_frames: 230,
      phases: body.phases,
      person: null,
    })
    expect(unpackFrames(row['landmarks'] as Buffer)).toEqual(FRAMES)
    expect(row['presence']).toBeTypeOf('number')
    expect(row['presence']).not.toBe(0.75)
    for (const part of ['micro_timing', 'noise_residual', 'freq_entropy', 'bio_perturb'])
      expect(row[part]).toBeTypeOf('number')
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['text', 'no camera'],
    ['numbers', [1, 2, 3]],
    ['an unknown set of points', [{ t: 0, joints: [{ x: 0, y: 0 }] }]],
    ['too many frames', Array.from({ length: 1201 }, () => ({}))],
  ])('201: accepts landmarks of %s, and does not keep them', async (_, landmarks) => {
    const body = researchUpload(landmarks)
    const answer = await upload(body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ usable: false })
    expect(await rowOf(body.session_id)).toMatchObject({ usable: false, landmarks: null, content_hash: null })
  })

  it('201: keeps landmarks of which the engine can say nothing, without a score', async () => {
    const body = researchUpload(ownFrames().slice(0, 5))
    expect((await upload(body)).json()).toMatchObject({ usable: true })
    expect(await rowOf(body.session_id)).toMatchObject({ frames: 5, presence: null, micro_timing: null })
  })

  it('201: stores nothing that is not declared, and no handle', async () => {
    const secrets = { note: 'ada@example.org', __typename: 'Ada' }
    const body = {
      ...researchUpload(ownFrames().map((frame) => ({ ...frame, ...secrets }))),
      ...secrets,
      node_handle: 'ada-of-example-org',
    }
    const device = { ...body.device, ...secrets }
    const phases = [{ phase: 1, frameCount: 1, ...secrets }]
    expect((await upload({ ...body, device, phases }, { remoteAddress: '203.0.113.77' })).statusCode).toBe(201)
    const contents = JSON.stringify(await contentsOf(service.db))
    for (const trace of ['ada@example.org', 'typename', 'ada-of-example-org', '203.0.113.77'])
      expect(contents).not.toContain(trace)
  })

  it.each<[string, unknown, string]>([
    ['session_id', undefined, '/session_id'],
    ['session_id', 'not-a-uuid', '/session_id'],
    ['session_id', 7, '/session_id'],
    ['session_id', `${randomUUID()}0`, '/session_id'],
    ['device', undefined, '/device'],
    ['device', 'phone', '/device'],
    ['device.os', undefined, '/device/os'],
    ['device.os', 'BeOS', '/device/os'],
    ['device.browser', 'chrome', '/device/browser'],
    ['device.viewportWidth', 319, '/device/viewportWidth'],
    ['device.viewportWidth', 7681, '/device/viewportWidth'],
    ['device.viewportWidth', 400.5, '/device/viewportWidth'],
    ['device.viewportHeight', 239, '/device/viewportHeight'],
    ['device.viewportHeight', 4321, '/device/viewportHeight'],
    ['device.viewportHeight', '900', '/device/viewportHeight'],
    ['device.imuAvailable', 'yes', '/device/imuAvailable'],
    ['lighting', undefined, '/lighting'],
    ['lighting', 'dark', '/lighting'],
    ['duration_ms', undefined, '/duration_ms'],
    ['duration_ms', 999, '/duration_ms'],
    ['duration_ms', 60_001, '/duration_ms'],
    ['duration_ms', 'NaN', '/duration_ms'],
    ['landmarks', undefined, '/landmarks'],
    ['node_handle', 5, '/node_handle'],
    ['pes_score', undefined, '/pes_score'],
    ['pes_score', 1.01, '/pes_score'],
    ['pes_score', -0.01, '/pes_score'],
    ['pes_score', '0.5', '/pes_score'],
    ['pes_score', null, '/pes_score'],
    ['pes_micro_timing', 2, '/pes_micro_timing'],
    ['pes_noise_residual', -1, '/pes_noise_residual'],
    ['pes_freq_entropy', 'high', '/pes_freq_entropy'],
    ['pes_bio_perturb', [], '/pes_bio_perturb'],
    ['total_frames', undefined, '/total_frames'],
    ['total_frames', 0, '/total_frames'],
    ['total_frames', 1201, '/total_frames'],
    ['valid_frames', undefined, '/valid_frames'],
    ['valid_frames', -1, '/valid_frames'],
    ['valid_frames', 0.5, '/valid_frames'],
    ['phases', undefined, '/phases'],
    ['phases', [], '/phases'],
    ['phases', Array.from({ length: 6 }, () => ({ phase: 1, frameCount: 1 })), '/phases'],
    ['phases', [{ phase: 0, frameCount: 1 }], '/phases/0/phase'],
    ['phases', [{ phase: 6, frameCount: 1 }], '/phases/0/phase'],
    ['phases', [{ phase: 1, frameCount: 1201 }], '/phases/0/frameCount'],
    ['phases', [{ phase: 1, frameCount: -1 }], '/phases/0/frameCount'],
    ['phases', [{ phase: 1 }], '/phases/0/frameCount'],
    ['phases', [{ frameCount: 1 }], '/phases/0/phase'],
  ])('400: refuses %s %j and names it', async (path, value, pointer) => {
    const before = await readStored(service)
    const body = researchUpload(FRAMES.slice(0, 2))
    const [outer = '', inner] = path.split('.')
    const changed = inner === undefined ? value : { ...body[outer as 'device'], [inner]: value }
    const answer = await upload({ ...body, [outer]: changed })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('INVALID_REQUEST')
    expect(pointersOf(answer.json())).toEqual([pointer])
    expect(await readStored(service)).toEqual(before)
  })

  it.each<[string, unknown]>([
    ['duration_ms', 1000],
    ['duration_ms', 60_000],
    ['total_frames', 1200],
    ['valid_frames', 0],
    ['valid_frames', 1e300],
    ['pes_score', 0],
    ['pes_score', 1],
    ['node_handle', 'é'.repeat(5000)],
    ['phases', [1, 2, 3, 4, 5].map((phase) => ({ phase, frameCount: 1200 }))],
    ['session_id', randomUUID().toUpperCase()],
  ])('201: takes %s at its bound', async (name, value) => {
    expect((await upload({ ...researchUpload(), [name]: value })).statusCode).toBe(201)
  })

  it.each(BAD_REQUESTS.filter(([, status]) => status !== 413))(
    'refuses %s with %i and writes nothing',
    async (_, status, request) => {
      const before = await readStored(service)
      expect((await service.call('POST', UPLOAD, request)).statusCode).toBe(status)
      expect(await readStored(service)).toEqual(before)
    },
  )

  it.each([
    ['half a list', '[{"t":0,"joints":'],
    ['a bracket too much', '[]]'],
    ['no value', ''],
    ['a word', 'NaN'],
    ['two values', '1 2'],
    ['a string without an end', '"abc'],
  ])('400: refuses landmarks that are no JSON: %s', async (_, landmarks) => {
    const rest = JSON.stringify(researchUpload()).slice(1).replace('"landmarks":[],', '')
    const answer = await upload(`{"landmarks":${landmarks},${rest}`, JSON_BODY)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveLength(1)
  })

  it('400: refuses landmarks that come twice', async () => {
    const text = JSON.stringify(researchUpload()).replace('{', '{"landmarks":[1],')
    expect((await upload(text, JSON_BODY)).statusCode).toBe(400)
  })

  it.each([
    ['deep nesting', '['.repeat(1_500_000) + ']'.repeat(1_500_000)],
    ['deep objects', `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`],
    ['huge numbers', `[${Array.from({ length: 300_000 }, () => '1e99999999').join(',')}]`],
    ['one endless number', '9'.repeat(3_000_000)],
    ['many empty frames', `[${Array.from({ length: 1_000_000 }, () => '{}').join(',')}]`],
    ['other names for members', '[{"joints":[],"joints":[],"\\u0000":"\\ud800","__proto__":{"t":1}}]'],
    ['brackets in strings', '["]","}","\\"]","\\\\",{"landmarks":"]"}]'],
  ])('201: takes 3 MiB of %s as landmarks that it does not understand', async (_, landmarks) => {
    const text = JSON.stringify(researchUpload()).replace('"landmarks":[]', `"landmarks" : ${landmarks}`)
    const answer = await upload(text, JSON_BODY)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ usable: false })
  })

  it('413: takes 4 MiB and not a byte more', async () => {
    const text = JSON.stringify(researchUpload(''))
    const filled = text.replace('"landmarks":""', `"landmarks":"${'x'.repeat(4 * 1024 * 1024 - text.length)}"`)
    const answer = await upload(`${filled} `, JSON_BODY)
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toBe('PAYLOAD_TOO_LARGE')
    expect((await upload(filled, JSON_BODY)).statusCode).toBe(201)
  })

  it('409: refuses an id that it knows, in whatever letter case, without using quota', async () => {
    const remoteAddress = newAddress()
    const body = researchUpload(ownFrames())
    expect((await upload(body, { remoteAddress })).statusCode).toBe(201)
    const before = await contentsOf(service.db)
    for (const session_id of [body.session_id, body.session_id.toUpperCase()]) {
      const again = await upload({ ...body, session_id, landmarks: [] }, { remoteAddress })
      expect(again.statusCode).toBe(409)
      expect(again.json().error).toBe('DUPLICATE_SESSION')
    }
    expect((await contentsOf(service.db))['research_session']).toBe(before['research_session'])
    expect((await upload(researchUpload(), { remoteAddress })).headers['x-ratelimit-remaining']).toBe('3')
  })

  it('409: of 20 parallel uploads of one id one is accepted', async () => {
    const body = researchUpload(ownFrames())
    const before = await counts()
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(body)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, ...Array(19).fill(409)])
    expect(await counts()).toMatchObject({ accepted: before.accepted + 1, usable: before.usable + 1 })
  })

  it('201: takes the same motion under other ids and counts it once, also in parallel', async () => {
    const frames = ownFrames()
    const before = await counts()
    const bodies = [
      researchUpload(frames),
      researchUpload({ frames }),
      researchUpload(
        frames.map(({ t, joints }) => ({ t: t + 5000, joints: Object.fromEntries(Object.entries(joints)) })),
      ),
    ]
    const answers = await Promise.all(bodies.map((body) => upload(body)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(answers.map((answer) => answer.json().usable)).toEqual([true, true, true])
    expect(await counts()).toMatchObject({ accepted: before.accepted + 3, usable: before.usable + 1 })
    const read = await listUsableSessions(service.db, { afterId: 0, limit: 10_000 })
    expect(read.filter(({ sessionId }) => bodies.some(({ session_id }) => session_id === sessionId))).toHaveLength(1)
    expect(read).toHaveLength((await counts()).usable)
  })

  it('repeats its answer to the same Idempotency-Key and stores one session', async () => {
    const body = researchUpload()
    const headers = { 'idempotency-key': randomUUID() }
    const remoteAddress = newAddress()
    const [first, second] = [
      await upload(body, { headers, remoteAddress }),
      await upload(body, { headers, remoteAddress }),
    ]
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
  })
})
