import { createHmac, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { DatabaseProblem } from '../../platform/database/migrate.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { removeTimeouts } from '../../platform/database/store.ts'
import type { Service } from '../../platform/service.ts'
import { say, sayCount } from '../../platform/speakers.ts'
import { listCaptures, readSealed } from '../../scan/research/recording-store.ts'
import {
  DATA_SET,
  listTrials,
  toNamedCaptures,
  type NamedCapture,
  openRecording,
  renderReadme,
  renderRecording,
} from '../../scan/research/recordings.ts'
import { type Command, readArguments, runBesideService, type ShowProgress, UsageProblem } from './command.ts'

const CAPTURES_AT_ONCE = 100

/** Exports the recordings that people gave to research as a data set for the lab. */
export const runResearch: Command = async ([work, ...args], surroundings) => {
  if (work !== 'export')
    throw new UsageProblem('research wants export, not {name}', { name: JSON.stringify(work ?? '') })
  const [path = ''] = readArguments(args, { options: {}, word: 'FOLDER' }).positionals
  const folder = resolve(path)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new DatabaseProblem('{path} is not empty: give the data set a folder of its own', { path })
  const { print, showProgress } = surroundings
  return runBesideService(surroundings, async (service) => {
    const unfinished = `${folder}.unfinished-${process.pid}`
    try {
      const captures = await service.db.transaction(
        (tx) => saveDataSet(tx, service, { folder: unfinished, showProgress }),
        {
          isolation: 'REPEATABLE READ',
        },
      )
      renameSync(unfinished, folder)
      print(sayCount(captures, '{path} holds one capture', '{path} holds {count} captures', { path }))
      print(say('It holds motion of people. Delete it when you are done: what they delete here stays in copies.'))
      return 0
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  })
}

type DataSetOptions = { folder: string; showProgress: ShowProgress }

/** Writes the data set and returns its number of captures. */
async function saveDataSet(
  tx: Transaction,
  service: Service,
  { folder, showProgress }: DataSetOptions,
): Promise<number> {
  await removeTimeouts(tx)
  for (const part of ['', DATA_SET, 'protocol']) mkdirSync(join(folder, part), { recursive: true, mode: 0o700 })
  // Drawn for this export and kept nowhere: two exports cannot be joined by their names.
  const key = randomBytes(32)
  const pseudonymOf = (person: string) => `p${createHmac('sha256', key).update(person).digest('hex').slice(0, 12)}`
  const captures = toNamedCaptures(await listCaptures(tx), pseudonymOf)
  const lines = Readable.from(readLines(tx, service, { captures, showProgress }))
  await pipeline(lines, createGzip(), createWriteStream(join(folder, DATA_SET, 'dev.jsonl.gz'), { mode: 0o600 }))
  const lists = listTrials(captures)
  for (const [name, list] of Object.entries(lists))
    writeFileSync(join(folder, 'protocol', name), `${JSON.stringify(list, null, 1)}\n`, { mode: 0o600 })
  writeFileSync(join(folder, 'README.md'), renderReadme(captures, lists), { mode: 0o600 })
  return captures.length
}

type Reading = { captures: readonly NamedCapture[]; showProgress: ShowProgress }

async function* readLines(
  tx: Transaction,
  { secrets }: Service,
  { captures, showProgress }: Reading,
): AsyncGenerator<string> {
  for (let at = 0; at < captures.length; at += CAPTURES_AT_ONCE) {
    showProgress(at / captures.length, say('captures'))
    const some = captures.slice(at, at + CAPTURES_AT_ONCE)
    const sealed = new Map(
      (
        await readSealed(
          tx,
          some.map(({ id }) => id),
        )
      ).map((row) => [row.id, row.sealed]),
    )
    for (const capture of some) {
      const own = sealed.get(capture.id)
      if (own) yield `${renderRecording(capture, openRecording(secrets, own))}\n`
    }
  }
}
