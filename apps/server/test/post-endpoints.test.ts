import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@stillhere/contract'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../src')

/** POST endpoints that aren't served by serveTx, and why none of them loses its work or does it twice. */
const WITHOUT_ITS_TRANSACTION = {
  publish: 'calls a platform; the row of the publication is there before',
  reconcilePublication: 'calls a platform; the row of the publication is settled once',
  runCalibration: 'runs for minutes; one run at a time, whose row is there before',
  searchPeople: 'reads',
  startPasskey: 'reads; the challenge is in its answer, sealed',
  startPasskeySignIn: 'reads; the challenge is in its answer, sealed',
  validateInvite: 'reads',
  verifyReceipt: 'reads',
}

/** The names of the endpoints that the sources serve by serveTx, as the contract exports them. */
function findTransactional(): string[] {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) => {
    const source = readFileSync(join(SOURCES, file), 'utf8')
    const exports = new Map([...source.matchAll(/(\w+) as (\w+)/g)].map(([, name = '', alias = '']) => [alias, name]))
    return [...source.matchAll(/^ *serveTx\(\s*app,\s*(\w+),/gm)].map(([, name = '']) => exports.get(name) ?? name)
  })
}

it('a POST endpoint commits its work with its answer, or is one of a few that write nothing or guard themselves', () => {
  const transactional = new Set(findTransactional())
  const names = Object.entries(contract)
    .filter(([, one]) => contract.ENDPOINTS.some((endpoint) => endpoint === one && endpoint.method === 'POST'))
    .map(([name]) => name)
  expect(names.filter((name) => !transactional.has(name)).toSorted()).toEqual(Object.keys(WITHOUT_ITS_TRANSACTION))
})
