import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { computeApproverChallenge, computeStatementDigest } from './approver/index.ts'
import { beginCommitments, extendCommitments } from './digest.ts'
import { bytesToHex } from './encoding.ts'

const ID = '3c1b6c0e-53b2-4f0d-9a3e-8f3a2b1c0d4e'
const FIRST = { imu: [{ t: 0, accel: [0.1, 9.81, -0.25], gyro: [1.5, 0, -3] }], camera: [], pose: [] }
const SECOND = {
  imu: [{ t: 16.7, accel: [0.125, 9.79, 1e-7], gyro: [1.25, -0.5, 12] }],
  camera: [{ t: 20, x: 0.5, y: 0.25 }],
  pose: [],
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

it('commits to the canonical text of each part and to all before it', () => {
  const texts = [
    '{"camera":[],"imu":[{"accel":[0.1,9.81,-0.25],"gyro":[1.5,0,-3],"t":0}],"pose":[]}',
    '{"camera":[{"t":20,"x":0.5,"y":0.25}],"imu":[{"accel":[0.125,9.79,1e-7],"gyro":[1.25,-0.5,12],"t":16.7}],"pose":[]}',
  ]
  const zero = sha256(ID)
  const one = sha256(zero, sha256(texts[0] ?? ''))
  const two = sha256(one, sha256(texts[1] ?? ''))
  const chain = [beginCommitments(ID)]
  chain.push(extendCommitments(chain[0] ?? '', FIRST))
  chain.push(extendCommitments(chain[1] ?? '', SECOND))
  expect(chain).toEqual([zero, one, two].map((hash) => hash.toString('hex')))
})

it('gives the values that docs/verification.md shows', () => {
  const page = readFileSync(new URL('../../../docs/verification.md', import.meta.url), 'utf8')
  const [, id = ''] = /\| challenge_id \| `([^`]+)`/.exec(page) ?? []
  const parts = [...page.matchAll(/\| JCS\(part_\d\) \| `([^`]+)`/g)].map(([, text]) => JSON.parse(text ?? ''))
  const shown = [...page.matchAll(/`([0-9a-f]{64})`/g)].map(([, hex]) => hex)
  const chain = [beginCommitments(id)]
  for (const part of parts) chain.push(extendCommitments(chain.at(-1) ?? '', part))
  const [, text = '{}'] = /\| JCS\(statement\) \| `([^`]+)`/.exec(page) ?? []
  const statement = JSON.parse(text)
  expect([statement.challenge_id, statement.chain]).toEqual([id, chain.at(-1)])
  const digest = computeStatementDigest(statement)
  expect(shown).toEqual([...chain, digest, bytesToHex(computeApproverChallenge([digest]))])
  expect(shown).toHaveLength(5)
})

it('takes members beside the three streams for nothing', () => {
  const chain = beginCommitments(ID)
  expect(extendCommitments(chain, { ...FIRST, more: 1 } as never)).toBe(extendCommitments(chain, FIRST))
})
