import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { generateChallenge, seededRandom } from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl, endProcesses, temporaryFolder } from '../../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { addCaptures } from '../../scan/research/recording-store.ts'
import { encodeRecording, sealRecording } from '../../scan/research/recordings.ts'
import { addGiver, addStrokeSession } from '../../scan/research/store.ts'
import { startService } from '../start.ts'
import { runBackup, runRestore } from './backup.ts'
import type { Command } from './command.ts'
import { runResearch } from './research.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const PEOPLE = [10, 12, 18]
const KEY = 'a-secret-key-of-tests'

let scratch: Scratch
let folder: string
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = temporaryFolder()
  await fill()
})
afterAll(async () => {
  await endProcesses()
  await scratch.drop()
})

const settingsOf = ({ connection }: Scratch) =>
  readSettings({ DATABASE_URL: databaseUrl(connection), DATA_DIR: temporaryFolder(), SECRET_KEY: KEY })

async function run(command: Command, args: string[], from = scratch) {
  const lines: string[] = []
  const shares: number[] = []
  const code = await command(args, {
    settings: settingsOf(from),
    print: (line) => lines.push(line),
    showProgress: (share) => shares.push(share),
  })
  return { code, text: lines.join('\n'), shares }
}

/** Three people with two sessions of two captures each, the second on another day; of Ada one that lies still. */
async function fill(): Promise<void> {
  const { service, stop } = await startService(settingsOf(scratch), () => {})
  const { secrets, db } = service
  const random = seededRandom(38)
  for (const person of PEOPLE) {
    const label = secrets.hash('research-pseudonym', `person ${person}`)
    await addGiver(db, label)
    for (const day of ['2026-03-10', '2026-03-12']) {
      const sessionId = crypto.randomUUID()
      await addStrokeSession(db, {
        sessionId,
        day,
        person: label,
        deleteHash: secrets.hash('research-delete', sessionId),
        source: Buffer.alloc(32, 5),
        strokes: null,
        device: { os: 'Android', browser: 'Chrome', viewportWidth: 412, viewportHeight: 915 },
      })
      const captures = [0, 1].map((place) => {
        const challenge = generateChallenge(random)
        const { text, rateHz } = encodeRecording(
          strokesOf(syntheticPerson(person), challenge.strokes, random),
          challenge,
        )!
        return { place, rateHz, problem: null, followed: true, sealed: sealRecording(secrets, text) }
      })
      await addCaptures(
        db,
        { sessionId, node: null, consentVersion: 1, placement: 'hand', browserVersion: 126, most: 100 },
        captures,
      )
    }
  }
  await stop()
}

describe('stillhere research export', () => {
  it('exit code 0: writes a set, trial lists and a README, for their owner alone, and shows progress', async () => {
    const path = join(folder, 'set')
    const { code, text, shares } = await run(runResearch, ['export', path])
    expect([code, text.split('\n')[0]]).toEqual([0, `${path} holds 12 captures`])
    expect(shares).toEqual([0])
    expect(readdirSync(path).toSorted()).toEqual(['README.md', 'protocol', 'stillhere-research'])
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(join(path, 'stillhere-research/dev.jsonl.gz')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['set'])
    expect(readFileSync(join(path, 'README.md'), 'utf8')).toContain('12 whole captures of 3 people')
  })

  it('holds no secret, no label and no id of the database, and other names than the export before', async () => {
    await run(runResearch, ['export', join(folder, 'again')])
    const [one, other] = ['set', 'again'].map((name) =>
      gunzipSync(readFileSync(join(folder, name, 'stillhere-research/dev.jsonl.gz'))).toString('utf8'),
    )
    const stored = await scratch.db.query<Record<string, string>>(sql`
      SELECT session_id::text, encode(person, 'hex') AS person, encode(source, 'hex') AS source,
        encode(delete_hash, 'hex') AS hash, received_on::text AS day
      FROM research_strokes`)
    for (const text of stored.flatMap((row) => Object.values(row))) expect(one).not.toContain(text)
    expect(one).not.toMatch(/@|viewport|412/)
    const subjects = (text = '') => new Set([...text.matchAll(/"subject":"(\w+)"/g)].map(([, name]) => name))
    expect(subjects(one).size).toBe(3)
    expect([...subjects(one)].filter((name) => subjects(other).has(name))).toEqual([])
  })

  it('is what the lab reads: refusals by browser and placement, and strokes over days', { timeout: 120_000 }, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=stillhere-source', join(ROOT, 'lab/measurements/run.ts'), '--research', join(folder, 'set')],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([0, ''])
    const { presence, strokes } = JSON.parse(stdout)
    expect(presence['Chrome, hand']).toMatchObject({ captures: 12, people: 3, refused: { value: expect.any(Number) } })
    expect(strokes).toMatchObject({
      sameday: { people: 3, probes: 3 },
      otherday: { people: 3, probes: 6, eer: { value: expect.any(Number) } },
      otherdevice: { people: 0, probes: 0, eer: null },
    })
    // Synthetic people are easy to tell apart: what is read is motion, and belongs to its strokes.
    expect(strokes.otherday.eer.value).toBeLessThan(0.2)
  })

  it('never writes into a folder that holds something', async () => {
    const path = join(folder, 'full')
    mkdirSync(path)
    writeFileSync(join(path, 'kept'), '')
    await expect(run(runResearch, ['export', path])).rejects.toThrow('is not empty')
    expect(readdirSync(path)).toEqual(['kept'])
  })

  it('64: wants export and one folder', async () => {
    await expect(run(runResearch, ['import', 'x'])).rejects.toThrow('research wants export, not "import"')
    await expect(run(runResearch, [])).rejects.toThrow('research wants export')
    await expect(run(runResearch, ['export'])).rejects.toThrow('exactly one FOLDER')
  })

  it('exit code 0: a backup carries sealed captures, and a restored service opens them', async () => {
    const file = join(folder, 'backup.gz')
    await run(runBackup, [file])
    expect(gunzipSync(readFileSync(file)).toString('latin1')).not.toContain('rad/s')
    const to = await scratchDatabase()
    await run(runRestore, [file], to)
    expect((await run(runResearch, ['export', join(folder, 'restored')], to)).text).toContain('12 captures')
    await to.drop()
  })
})
