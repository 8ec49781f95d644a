import { gzipSync } from 'node:zlib'
import { captureOf, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { build } from 'esbuild'
import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { generateChallenge } from '../../packages/engine/src/challenge/challenge.ts'
import { whenKernelReady, runWithKernel } from '../../packages/engine/src/kernel/load.ts'
import { PRESENCE_FEATURES } from '../../packages/engine/src/kernel/presence-features.ts'
import { SIGNATURE_FEATURES } from '../../packages/engine/src/kernel/signature-features.ts'
import {
  loadKernel,
  type Kernel,
  typescriptKernel,
  unpackKernel,
} from '../../packages/engine/src/kernel/wasm-kernel.ts'
import { getEntropyScore, presenceScore } from '../../packages/engine/src/presence/score.ts'
import { integer, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import { type ReplayDigest, replayDigest } from '../../packages/engine/src/replay/digest.ts'
import { createReplayIndex } from '../../packages/engine/src/replay/index-of-digests.ts'
import { motionSignature } from '../../packages/engine/src/signature/signature.ts'
import { cutStrokes, strokeSignature } from '../../packages/engine/src/stroke-signature/signature.ts'
import { toEvenMotion } from '../../packages/engine/src/timeline.ts'
import { compare, printTable } from './measure.ts'

const PERSON = syntheticPerson(1)
const STORED_CAPTURES = 100_000
const REAL_DIGESTS = 500

type Kernels = { simd: Kernel; scalar: Kernel; typescript: Kernel }

await main()

async function main(): Promise<void> {
  const { kernel, loadMs } = await whenKernelReady()
  console.log(`${kernel}, loaded in ${loadMs?.toFixed(1)} ms; six channels at 60 Hz\n`)
  const kernels: Kernels = {
    simd: await loadKernel('wasm-simd'),
    scalar: await loadKernel('wasm'),
    typescript: typescriptKernel,
  }
  printTable(
    ['µs', 'wasm-simd', 'wasm', 'TypeScript', 'TypeScript ÷ wasm-simd', 'limit'],
    [...kernelRows(kernels), ...callRows(kernels), ...strokeRows(kernels)],
  )
  console.log()
  printTable(
    ['length', 'µs', 'ns per sample'],
    [8, 60, 600].map((seconds) => growthRow(seconds, kernels.simd)),
  )
  console.log()
  printTable(['replay memory', 'ms', 'limit'], replayRows())
  console.log()
  printTable(['size', 'bytes', 'limit'], await sizeRows())
}

/** The kernels alone, on the even grid of 8 s. */
function kernelRows(kernels: Kernels): string[][] {
  const motion = toEvenMotion(readImu(capture(8)), 4000)
  if (motion.status !== 'ok') throw new Error(motion.reason)
  const { channels, n } = motion
  const signature = new Float64Array(SIGNATURE_FEATURES)
  const presence = new Float64Array(PRESENCE_FEATURES)
  return [
    row('signatureFeatures, 8 s', kernels, (kernel) => kernel.signatureFeatures(channels, n, 1, signature)),
    row('presenceFeatures, 8 s', kernels, (kernel) => kernel.presenceFeatures(channels, n, presence)),
  ]
}

function callRows(kernels: Kernels): string[][] {
  const imu = capture(8)
  const newest = capture(3)
  const both = () => [motionSignature({ imu }), presenceScore({ imu })]
  return [
    row('motionSignature + presenceScore, 8 s', kernels, (kernel) => runWithKernel(kernel, both), '1500 / 5000'),
    row(
      'getEntropyScore, newest 3 s',
      kernels,
      (kernel) => runWithKernel(kernel, () => getEntropyScore(newest)),
      '500',
    ),
  ]
}

/** All that is measured of an answer of six strokes, which 16 s of motion hold, and its parts. */
function strokeRows(kernels: Kernels): string[][] {
  const { challenge, imu } = answer(16)
  const strokes = cutStrokes(challenge, imu)
  const parts: Record<string, () => unknown> = {
    'presenceScore, 16 s': () => presenceScore({ imu }),
    'motionSignature, 16 s': () => motionSignature({ imu }),
    'cutStrokes, 16 s': () => cutStrokes(challenge, imu),
    'strokeSignature, six strokes': () => strokes.map(strokeSignature),
  }
  const whole = () => [
    presenceScore({ imu }),
    motionSignature({ imu }),
    cutStrokes(challenge, imu).map(strokeSignature),
  ]
  return [
    ...Object.entries(parts).map(([name, run]) => row(name, kernels, (kernel) => runWithKernel(kernel, run))),
    row('all four, 16 s', kernels, (kernel) => runWithKernel(kernel, whole), '3000'),
  ]
}

/** Six strokes, and then others until the time is over. */
function answer(seconds: number) {
  const random = seededRandom(1)
  const [challenge, ...others] = [generateChallenge(random), generateChallenge(random), generateChallenge(random)]
  const imu: ImuSample[] = []
  for (const { strokes } of [challenge, ...others]) {
    const start = (imu.at(-1)?.t ?? -1000 / 60) + 1000 / 60
    for (const sample of strokesOf(PERSON, strokes, random)) imu.push({ ...sample, t: start + sample.t })
  }
  return { challenge, imu: imu.filter(({ t }) => t <= 1000 * seconds) }
}

function row(name: string, kernels: Kernels, run: (kernel: Kernel) => unknown, limit = ''): string[] {
  const { simd, scalar, typescript } = compare({
    simd: () => run(kernels.simd),
    scalar: () => run(kernels.scalar),
    typescript: () => run(kernels.typescript),
  })
  const times = [simd, scalar, typescript].map((time) => time.toFixed(0))
  return [name, ...times, (typescript / simd).toFixed(2), limit]
}

function growthRow(seconds: number, kernel: Kernel): string[] {
  const imu = capture(seconds)
  const { time } = compare({
    time: () => runWithKernel(kernel, () => [motionSignature({ imu }), presenceScore({ imu })]),
  })
  return [`${seconds} s`, time.toFixed(0), ((1000 * time) / imu.length).toFixed(0)]
}

/** A memory of many strangers, asked for a capture that it knows and for one that it does not. */
function replayRows(): string[][] {
  const index = createReplayIndex()
  const random = seededRandom(1)
  const real = Array.from({ length: REAL_DIGESTS }, (_, seed) => digestOf(seed))
  real.forEach((digest, id) => index.add(`real ${id}`, digest))
  const hashes = real.flatMap((digest) => digest.hashes)
  while (index.size() < STORED_CAPTURES) index.add(`made up ${index.size()}`, strangerLike(real, hashes, random))
  const [known, unknown] = [digestOf(0), digestOf(REAL_DIGESTS)]
  if (index.find(known)?.id !== 'real 0') throw new Error('the memory does not find what it holds')
  const times = compare({ known: () => index.find(known), unknown: () => index.find(unknown) })
  return [
    [`find a capture shown before, ${STORED_CAPTURES} stored`, (times.known / 1000).toFixed(2), '20'],
    [`find nothing like a new capture, ${STORED_CAPTURES} stored`, (times.unknown / 1000).toFixed(2), '20'],
  ]
}

/** A hundred thousand captures would take an hour to make: bytes of a real digest, and hashes a bit or two beside real ones. */
function strangerLike(real: readonly ReplayDigest[], hashes: readonly number[], random: Random): ReplayDigest {
  const digest = real[integer(random, real.length)]
  if (!digest) throw new Error('there are no digests')
  const near = () =>
    (hashes[integer(random, hashes.length)] ?? 0) ^ (1 << integer(random, 20)) ^ (1 << integer(random, 20))
  return { ...digest, hashes: digest.hashes.map(near) }
}

function digestOf(seed: number): ReplayDigest {
  const digest = replayDigest({ imu: captureOf(syntheticPerson(seed), seededRandom(seed)) })
  if (digest.status !== 'ok') throw new Error(digest.reason)
  return digest
}

async function sizeRows(): Promise<string[][]> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@stillhere/engine'", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['stillhere-source'],
  })
  return [
    ['kernel with SIMD', String((await unpackKernel('wasm-simd')).length), '60000'],
    ['kernel without', String((await unpackKernel('wasm')).length), '60000'],
    ['browser bundle with model, gzip', String(gzipSync(outputFiles[0]?.contents ?? '').length), '150000'],
  ]
}

function capture(seconds: number): ImuSample[] {
  return captureOf(PERSON, seededRandom(seconds), { seconds })
}
