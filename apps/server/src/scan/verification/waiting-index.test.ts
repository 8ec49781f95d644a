import { seededRandom } from '@stillhere/engine'
import { captureOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { afterEach, expect, it, vi } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { openWaitingIndex } from '../memory/memory.ts'
import { computeTraces, sealWaiting, type Trace, computeWaitingId } from '../memory/traces.ts'

afterEach(() => vi.useRealTimers())

const secrets = () => createSecrets(Buffer.alloc(32, 7))
const [trace] = computeTraces({ imu: captureOf(syntheticPerson(1), seededRandom(1), { seconds: 8 }) }) as [Trace]

/** An index that holds one stream under the mark `a`, and the stream's number. */
function indexOfOne() {
  const own = secrets()
  const index = openWaitingIndex(own)
  const id = computeWaitingId(own, trace)
  index.add('a', { id, sealed: sealWaiting(own, trace) })
  return { index, id: id.toString('hex') }
}

const marks = new Set(['a'])
const another = { marks, own: 'another', shown: trace.whole }

it('finds what shares enough hashes, but not the stream that looks', () => {
  const { index, id } = indexOfOne()
  expect(index.find('capture', another)).toEqual([trace.whole.digest])
  expect(index.find('capture', { ...another, own: id })).toEqual([])
  expect(index.find('stroke', another)).toEqual([])
  expect(index.find('capture', { ...another, marks: new Set() })).toEqual([])
})

it('takes no notice of what shares too few hashes', () => {
  const { index } = indexOfOne()
  const few = { probes: trace.whole.hashes.slice(0, 4), weights: [1, 1, 1, 1] }
  expect(index.find('capture', { ...another, shown: few })).toEqual([])
})

it('finds a stream once that is added twice', () => {
  const { index, id } = indexOfOne()
  index.add('a', { id: Buffer.from(id, 'hex'), sealed: Buffer.alloc(0) })
  expect(index.find('capture', another)).toHaveLength(1)
})

it('drops what waits no longer, unless it came a moment ago', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { index } = indexOfOne()
  index.keepOnly(new Set())
  expect(index.listMissing(['a', 'b'])).toEqual(['b'])
  vi.advanceTimersByTime(10_001)
  index.keepOnly(marks)
  expect(index.listMissing(['a'])).toEqual([])
  index.keepOnly(new Set())
  expect(index.listMissing(['a'])).toEqual(['a'])
  expect(index.find('capture', another)).toEqual([])
})
