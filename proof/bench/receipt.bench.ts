import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as native from '@stillhere/receipt'
import { build } from 'esbuild'
import { compare, printTable } from './measure.ts'

const NOW = Date.parse('2026-01-01T00:00:10.000Z')
const SECRET_KEY = '1f'.repeat(32)

type Library = Pick<typeof native, 'signReceipt' | 'verifyReceipt'>

await main()

async function main(): Promise<void> {
  const noble = await loadNobleOnly()
  const unsigned = unsignedReceipt([4, 4])
  printTable(
    ['operation', 'µs', 'native ÷ this', '@noble ÷ this'],
    [
      ...ratios('sign', compare(signTasks(unsigned, noble))),
      ...ratios('verify', compare(verifyTasks(unsigned, noble))),
    ],
  )
  console.log()
  printTable(['receipt', 'verify µs', 'µs per kB', 'sign µs', 'µs per kB'], [1, 10, 100, 1000].map(growthRow))
}

function signTasks(unsigned: native.UnsignedReceipt, noble: Library) {
  const { privateKey } = generateKeyPairSync('ed25519')
  const message = Buffer.from(native.canonicalize(unsigned))
  console.log(`receipt of two blocks, ${message.length} bytes to sign\n`)
  return {
    native: () => sign(null, message, privateKey),
    ours: () => native.signReceipt(unsigned, SECRET_KEY, { now: NOW }),
    noble: () => noble.signReceipt(unsigned, SECRET_KEY, { now: NOW }),
  }
}

function verifyTasks(unsigned: native.UnsignedReceipt, noble: Library) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const message = Buffer.from(native.canonicalize(unsigned))
  const signature = sign(null, message, privateKey)
  const receipt = traveled(native.signReceipt(unsigned, SECRET_KEY, { now: NOW }))
  return {
    native: () => verify(null, message, publicKey, signature),
    ours: () => demandValid(native.verifyReceipt(receipt, { now: NOW })),
    noble: () => demandValid(noble.verifyReceipt(receipt, { now: NOW })),
  }
}

function ratios(name: string, { native: bare, ours, noble }: Record<'native' | 'ours' | 'noble', number>) {
  return [
    [`bare native ${name}`, bare.toFixed(1), '1.00', ''],
    [`${name}Receipt`, ours.toFixed(1), (bare / ours).toFixed(2), (noble / ours).toFixed(1)],
    [`${name}Receipt on @noble alone`, noble.toFixed(1), (bare / noble).toFixed(3), '1.0'],
  ]
}

function growthRow(kilobytes: number): string[] {
  const components = Math.ceil((kilobytes * 1000) / 190)
  const unsigned = unsignedReceipt([components])
  const receipt = traveled(native.signReceipt(unsigned, SECRET_KEY, { now: NOW }))
  const size = JSON.stringify(receipt).length / 1000
  const times = compare({
    verify: () => demandValid(native.verifyReceipt(receipt, { now: NOW })),
    sign: () => native.signReceipt(unsigned, SECRET_KEY, { now: NOW }),
  })
  const perKilobyte = (time: number) => (time / size).toFixed(2)
  return [
    `${size.toFixed(0)} kB`,
    times.verify.toFixed(0),
    perKilobyte(times.verify),
    times.sign.toFixed(0),
    perKilobyte(times.sign),
  ]
}

/** The same library, bundled as for a browser, where it has nothing but @noble. */
async function loadNobleOnly(): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-bench-'))
  const outfile = join(folder, 'receipt.mjs')
  const entry = { contents: "export * from '@stillhere/receipt'", resolveDir: import.meta.dirname }
  await build({
    stdin: entry,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    conditions: ['stillhere-source'],
    outfile,
  })
  const library = (await import(outfile)) as Library
  rmSync(folder, { recursive: true })
  return library
}

function unsignedReceipt(componentsPerBlock: number[]): native.UnsignedReceipt {
  const { publicKey } = native.generateKeyPair({ random: () => Buffer.from(SECRET_KEY, 'hex') })
  return native.buildReceipt({
    evidence: componentsPerBlock.map((count, index) => evidenceBlock(`EE-00${index + 1}`, count)),
    interval: { start: NOW - 9000, end: NOW - 1000 },
    subject: { id: `sha256:${'a1'.repeat(32)}`, type: 'embodied' },
    issuer: native.createIssuerIdentity({ publicKey }),
    verdict: 'PASS',
    now: NOW,
  })
}

function evidenceBlock(engineId: string, count: number): native.EvidenceBlock {
  const components = Array.from({ length: count }, (_, index) => ({
    metric: `metric-${index}`,
    value: Math.sin(index + 1) ** 2,
    threshold: 0.5,
    status: 'pass',
    explanation: 'Submovements follow each other as they do in people, neither too even nor too wild.',
  }))
  const diagnostics = { sampleRateHz: 60, samples: 480, axes: 6, gaps: [] }
  return native.engineEvidenceToBlock({
    engineId,
    engineVersion: '1.0.0',
    value: 0.83,
    confidence: 0.83,
    components,
    diagnostics,
  })
}

/** As a verifier gets it: parsed from text. */
function traveled(receipt: native.Receipt): unknown {
  return JSON.parse(JSON.stringify(receipt))
}

function demandValid(result: native.VerificationResult): void {
  if (result.status !== 'VALID') throw new Error(`the benchmark's own receipt is refused: ${result.detail}`)
}
