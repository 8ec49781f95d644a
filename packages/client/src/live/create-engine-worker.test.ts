import { getEntropyScore, type ImuSample, seededRandom } from '@stillhere/engine'
import { captureOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { describe, expect, it } from 'vitest'
import { createEngineWorker, createLiveScorer, type ThreadLike } from './create-engine-worker.ts'
import type { EngineWorker, LiveScore } from './engine-worker.ts'
import { createTasks } from './tasks.ts'

const imu = captureOf(syntheticPerson(3), seededRandom(1), { seconds: 6 })

/** A worker whose answers come when the test says so. */
function slowWorker(): {
  worker: EngineWorker
  asked: (readonly ImuSample[])[]
  answer: (score: LiveScore) => Promise<void>
} {
  const asked: (readonly ImuSample[])[] = []
  const waiting: ((score: LiveScore) => void)[] = []
  const score = (samples: readonly ImuSample[]) => {
    asked.push(samples)
    return new Promise<LiveScore>((resolve) => waiting.push(resolve))
  }
  const answer = async (given: LiveScore) => {
    waiting.shift()?.(given)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { worker: { score, close: () => {} } as unknown as EngineWorker, asked, answer }
}

describe('createLiveScorer', () => {
  it('asks one question at a time, and hands over together what came meanwhile', async () => {
    const { worker, asked, answer } = slowWorker()
    const scorer = createLiveScorer(worker)
    const scores: (number | null)[] = []
    scorer.onScore(({ score }) => scores.push(score))
    for (const sample of imu.slice(0, 4)) scorer.push([sample])
    expect(asked.map(({ length }) => length)).toEqual([1])
    await answer({ score: 0.1, parts: null })
    expect(asked.map(({ length }) => length)).toEqual([1, 3])
    await answer({ score: 0.2, parts: null })
    expect(scores).toEqual([0.1, 0.2])
    expect(asked).toHaveLength(2)
  })

  it('says nothing after it was closed or left', async () => {
    const { worker, answer } = slowWorker()
    const scorer = createLiveScorer(worker)
    const heard: string[] = []
    const leave = scorer.onScore(() => heard.push('left'))
    scorer.onScore(() => heard.push('closed'))
    scorer.push(imu.slice(0, 1))
    leave()
    scorer.close()
    await answer({ score: 0.1, parts: null })
    expect(heard).toEqual([])
  })

  it('goes on after a question that failed', async () => {
    let tries = 0
    const score = async (): Promise<LiveScore> => {
      if (tries++ === 0) throw new Error('once')
      return { score: 0.5, parts: null }
    }
    const scorer = createLiveScorer({ score, close: () => {} } as unknown as EngineWorker)
    const heard = new Promise((resolve) => scorer.onScore(resolve))
    scorer.push(imu.slice(0, 1))
    await new Promise((resolve) => setImmediate(resolve))
    scorer.push(imu.slice(1, 2))
    expect(await heard).toEqual({ score: 0.5, parts: null })
  })
})

describe('createTasks', () => {
  it("answers the engine's own score of the newest samples, and its parts once four seconds are there", () => {
    const run = createTasks()
    expect(run({ kind: 'score', given: imu.slice(0, 60) })).toEqual({ score: null, parts: null })
    expect(run({ kind: 'score', given: imu.slice(60, 180) })).toEqual({
      score: getEntropyScore(imu.slice(0, 180)),
      parts: null,
    })
    expect(run({ kind: 'score', given: imu.slice(180) })).toEqual({
      score: getEntropyScore(imu),
      parts: {
        microTiming: expect.any(Number),
        noiseResidual: expect.any(Number),
        freqEntropy: expect.any(Number),
        bioPerturb: expect.any(Number),
      },
    })
  })

  it('forgets what is older than the newest seconds', () => {
    const run = createTasks()
    run({ kind: 'score', given: imu })
    const later = imu.map((sample) => ({ ...sample, t: sample.t + 60_000 }))
    expect(run({ kind: 'score', given: later.slice(0, 30) })).toMatchObject({ score: null })
  })
})

describe('createEngineWorker', () => {
  it('works on the thread of the page where there is no other', async () => {
    const worker = createEngineWorker(() => {
      throw new Error('blocked by a policy')
    })
    expect((await worker.score(imu)).score).toBe(getEntropyScore(imu))
    expect(await worker.judge({ imuSamples: imu })).toMatchObject({ verdict: 'FAIL' })
    expect((await worker.signature({ imu })).vector).toHaveLength(128)
    worker.close()
  })

  it('takes over what a thread was asked that breaks', async () => {
    let isEnded = false
    const thread = fakeThread({ postMessage: () => {}, terminate: () => (isEnded = true) })
    const worker = createEngineWorker(() => thread)
    const scored = worker.score(imu)
    thread.dispatchEvent(new Event('error'))
    expect((await scored).score).toBe(getEntropyScore(imu))
    expect(isEnded).toBe(true)
  })

  it('gives each question its own answer, in whatever order they come', async () => {
    const asked: { id: number; kind: string }[] = []
    const thread = fakeThread({ postMessage: (task) => asked.push(task as never), terminate: () => {} })
    const worker = createEngineWorker(() => thread)
    const [score, judged] = [worker.score(imu), worker.judge({})]
    thread.dispatchEvent(Object.assign(new Event('message'), { data: 'ready' }))
    for (const { id, kind } of asked.toReversed()) {
      thread.dispatchEvent(Object.assign(new Event('message'), { data: { id, answer: kind } }))
    }
    expect([await score, await judged]).toEqual(['score', 'judge'])
    worker.close()
  })
})

function fakeThread(means: Pick<ThreadLike, 'postMessage' | 'terminate'>): EventTarget & ThreadLike {
  return Object.assign(new EventTarget(), means)
}
