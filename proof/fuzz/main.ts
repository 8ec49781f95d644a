import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ENDPOINTS } from '@stillhere/contract'
import { startCluster } from '../../apps/server/test/cluster.ts'
import { fuzz, type FuzzOutcome } from './run.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'internals', 'measurements', 'fuzz.md')
const TELL_EVERY = 10_000

/*
 * npm run fuzz                         1,000,000 requests
 * npm run fuzz -- --requests 20000 --seed 7 --minutes 10
 * --write puts the figures into docs/internals/measurements/fuzz.md
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    /** Ends sooner, with what was sent until then. */
    minutes: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
  },
})

const cluster = await startCluster()
try {
  const began = Date.now()
  const until = began + Number(values.minutes) * 60_000
  const outcome = await fuzz(cluster, {
    requests: Number(values.requests),
    seed: Number(values.seed),
    until,
    tell: tellNow(),
  })
  for (const { what, endpoint, curl, answer } of outcome.violations)
    console.log(`${endpoint}: ${what}\n  ${curl}\n  ${answer}`)
  const page = writePage(outcome, (Date.now() - began) / 1000)
  console.log(page)
  if (values.write) writeFileSync(PAGE, page)
  if (outcome.violations.length > 0) process.exitCode = 1
} finally {
  await cluster.stop()
}

function tellNow(): (outcome: FuzzOutcome) => void {
  let told = 0
  return ({ requests }) => {
    if (requests - told < TELL_EVERY) return
    told = requests
    console.log(`${requests} requests`)
  }
}

function writePage({ requests, statuses, reached, violations }: FuzzOutcome, seconds: number): string {
  const rows = [...statuses].toSorted(([one], [other]) => one - other)
  return `# Fuzz

Random requests generated from the contract, about half of them broken (controls, surrogates, huge numbers, deep nesting, wrong types, names twice,
prototype keys, broken UTF-8, odd headers), with every response checked against it: a listed status, a body that fits its schema, a well-formed
problem with a listed code. Written by \`npm run fuzz -- --write\`; do not edit. [Decision 0074](../decisions/0074-histories-and-fuzz.md).

| what | figure |
|---|---|
| requests | ${requests.toLocaleString('en-US')} |
| answers that break the contract | ${violations.length} |
| answers with 5xx | ${rows.filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)} |
| endpoints that answered 2xx at least once | ${reached.size} of ${ENDPOINTS.length} |
| seconds, on a machine of two cores that others used, too | ${Math.round(seconds)} |

| status | answers |
|---|---|
${rows.map(([status, count]) => `| ${status} | ${count.toLocaleString('en-US')} |`).join('\n')}
`
}
