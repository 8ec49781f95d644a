import { afterEach, describe, expect, it, vi } from 'vitest'
import { readImu } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import { captureOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { toEvenMotion } from '../timeline.ts'
import { PRESENCE_FEATURES } from './presence-features.ts'
import { SIGNATURE_FEATURES } from './signature-features.ts'
import { SCALAR_LENGTH, UNPACKED_LENGTH } from './wasm-binary.ts'
import { loadKernel, type Kernel, startKernel, typescriptKernel, unpackKernel } from './wasm-kernel.ts'

// Whole captures are computed; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const RUNS: Readonly<Record<keyof Kernel, (kernel: Kernel, channels: Float64Array, n: number) => Float64Array>> = {
  presenceFeatures: (kernel, channels, n) =>
    filled(PRESENCE_FEATURES, (out) => kernel.presenceFeatures(channels, n, out)),
  signatureFeatures: (kernel, channels, n) =>
    filled(2 * SIGNATURE_FEATURES, (out) => {
      kernel.signatureFeatures(channels, n, 1, out.subarray(0, SIGNATURE_FEATURES))
      kernel.signatureFeatures(channels, n, 0, out.subarray(SIGNATURE_FEATURES))
    }),
  viewFeatures: (kernel, channels, n) => filled(SIGNATURE_FEATURES, (out) => kernel.viewFeatures(channels, n, out)),
}

const SIGNALS: Readonly<Record<string, (n: number) => Float64Array>> = {
  'a swinging phone': (n) => channelsOf(n, swinging(seededRandom(1))),
  'white noise': (n) => channelsOf(n, () => normal(random)),
  'rounded noise': (n) => channelsOf(n, () => Math.round(10 * normal(random)) / 10),
  'a sine on every channel': (n) => channelsOf(n, (_, i) => Math.sin(i / 7)),
  'a synthetic person, with browser rounding': (n) => synthetic(n),
  'one step': (n) => channelsOf(n, (c, i) => (i < n / 2 ? 0 : c + 1)),
  'the largest values a sensor may send': (n) => channelsOf(n, (c, i) => ((i + c) % 2 === 0 ? 1000 : -1000)),
}
const random = seededRandom(2)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each(['wasm-simd', 'wasm'] as const)('the kernel %s', async (variant) => {
  const kernel = await loadKernel(variant)

  for (const [feature, run] of Object.entries(RUNS)) {
    it.each(Object.entries(SIGNALS))(`gives the very ${feature} of the TypeScript for %s`, (_, signal) => {
      for (const n of [100, 101, 127, 128, 129, 400, 1003]) {
        const channels = signal(n)
        const before = channels.slice()
        expect(differences(run(kernel, channels, n), run(typescriptKernel, channels, n))).toEqual([])
        expect(differences(channels, before)).toEqual([])
      }
    })

    it(`gives the same ${feature} again after other calls`, () => {
      const channels = channelsOf(400, swinging(seededRandom(3)))
      const first = run(kernel, channels, 400)
      for (const other of Object.values(RUNS)) other(kernel, channelsOf(3000, swinging(seededRandom(4))), 3000)
      expect(run(kernel, channels, 400)).toEqual(first)
    })

    it(`lets the TypeScript give ${feature} when its memory cannot grow`, async () => {
      const starved = await kernelWithoutMemory(variant)
      const channels = channelsOf(400, swinging(seededRandom(5)))
      expect(run(starved, channels, 400)).toEqual(run(typescriptKernel, channels, 400))
    })
  }
})

describe('a started kernel', () => {
  it.each(Object.keys(RUNS) as (keyof Kernel)[])(
    'answers with what the module writes for %s, and nothing else',
    async (name) => {
      const { calls, instance } = countingInstance()
      vi.stubGlobal('WebAssembly', { ...wasmFunctions(), instantiate: async () => ({ instance }) })
      const kernel = await loadKernel('wasm')
      const channels = channelsOf(100, (c, i) => c + i / 100)
      const answer = RUNS[name](kernel, channels, 100)
      // No feature of these channels is 42, so the TypeScript cannot have answered.
      expect(Array.from(answer)).toEqual(Array.from(answer, () => 42))
      // Before every call the module's memory starts over, or it would grow with each.
      const once = [
        'startOver',
        `allocate ${channels.length}`,
        `allocate ${lengthOf(name)}`,
        `${name} at ${channels[123]}`,
      ]
      expect(calls).toEqual(name === 'signatureFeatures' ? [...once, ...once] : once)
    },
  )

  it.each([
    ['wasm-simd', true, UNPACKED_LENGTH - SCALAR_LENGTH],
    ['wasm', false, SCALAR_LENGTH],
  ] as const)('is %s where the runtime says %s to SIMD', async (variant, hasSimd, length) => {
    const instantiate = vi.fn(WebAssembly.instantiate)
    vi.stubGlobal('WebAssembly', { instantiate, validate: () => hasSimd })
    expect((await startKernel()).variant).toBe(variant)
    const [[started]] = instantiate.mock.calls
    expect(started).toEqual(await unpackKernel(variant))
    expect(started).toHaveLength(length)
  })
})

const lengthOf = (name: keyof Kernel) => (name === 'presenceFeatures' ? PRESENCE_FEATURES : SIGNATURE_FEATURES)

function wasmFunctions() {
  const { validate, instantiate } = WebAssembly
  return { validate, instantiate }
}

/** A module that writes 42 for every feature and notes how it is called, with the 124th number it is given. */
function countingInstance() {
  const calls: string[] = []
  const memory = new WebAssembly.Memory({ initial: 1 })
  let free = 0
  const answer =
    (name: keyof Kernel) =>
    (input: number, ...rest: number[]) => {
      calls.push(`${name} at ${new Float64Array(memory.buffer, input)[123]}`)
      new Float64Array(memory.buffer, rest[rest.length - 1], lengthOf(name)).fill(42)
    }
  const exports = {
    memory,
    startOver: () => {
      calls.push('startOver')
      free = 0
    },
    allocate: (length: number) => {
      calls.push(`allocate ${length}`)
      free += 8 * length
      return free - 8 * length
    },
    presenceFeatures: answer('presenceFeatures'),
    signatureFeatures: answer('signatureFeatures'),
    viewFeatures: answer('viewFeatures'),
  }
  return { calls, instance: { exports } }
}

/** Where two arrays differ, be it in the last bit. */
function differences(actual: Float64Array, expected: Float64Array): { at: number; actual: number; expected: number }[] {
  return Array.from(actual, (value, at) => ({ at, actual: value, expected: expected[at] })).filter(
    (pair) => pair.actual !== pair.expected,
  )
}

function filled(length: number, fill: (out: Float64Array) => void): Float64Array {
  const out = new Float64Array(length)
  fill(out)
  return out
}

function channelsOf(n: number, valueOf: (channel: number, i: number) => number): Float64Array {
  return Float64Array.from({ length: 6 * n }, (_, at) => valueOf(Math.floor(at / n), at % n))
}

function synthetic(n: number): Float64Array {
  const motion = toEvenMotion(readImu(captureOf(syntheticPerson(7), seededRandom(7), { seconds: n / 50 + 1 })), 1000)
  if (motion.status !== 'ok') throw new Error(motion.reason)
  return channelsOf(n, (c, i) => motion.channels[c * motion.n + i])
}

/** Smoothed noise that swells and fades, with gravity on the third axis. */
function swinging(source: () => number) {
  let speed = 0
  let place = 0
  return (c: number, i: number) => {
    speed = 0.95 * speed + normal(source)
    place = 0.9 * place + 0.1 * speed
    return place * (1 + Math.sin(i / 20)) + (c === 2 ? 9.81 : 0)
  }
}

/** A kernel whose every array fails, as the real one does when the runtime gives it no more memory. */
async function kernelWithoutMemory(variant: 'wasm-simd' | 'wasm'): Promise<Kernel> {
  const { validate, instantiate } = wasmFunctions()
  const trapping = async (bytes: BufferSource, imports: WebAssembly.Imports) => {
    const { instance } = await instantiate(bytes, imports)
    const allocate = () => {
      throw new WebAssembly.RuntimeError('unreachable')
    }
    return { instance: { exports: { ...instance.exports, allocate } } }
  }
  vi.stubGlobal('WebAssembly', { validate, instantiate: trapping, RuntimeError: WebAssembly.RuntimeError })
  return loadKernel(variant)
}
