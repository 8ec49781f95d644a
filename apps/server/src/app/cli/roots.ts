import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import {
  type Certification,
  CERTIFICATIONS,
  type Demand,
  FIDO_SIGNER,
  GRACE_DAYS,
  MetadataProblem,
  readAge,
  readMetadata,
} from '../../identity/device-roots/metadata.ts'
import { deleteMetadata, findMetadata, saveMetadata, type StoredMetadata } from '../../identity/device-roots/store.ts'
import { DAY_MS, toDay } from '../../platform/day.ts'
import type { Service } from '../../platform/service.ts'
import { say, sayCount } from '../../platform/speakers.ts'
import { type Command, readArguments, UnreadableProblem, UsageProblem, runBesideService } from './command.ts'

type Work = (service: Service) => Promise<string[]>

/** The size limit of metadata files. The metadata of the FIDO Alliance has about 6 MB. */
const MOST_BYTES = 64 * 1024 * 1024

const IMPORT_OPTIONS = {
  root: { type: 'string' },
  signer: { type: 'string', default: FIDO_SIGNER },
  'least-certification': { type: 'string', default: 'L1' },
} as const

const WORKS: Readonly<Record<string, (args: readonly string[]) => Work>> = {
  import: (args) => {
    const { values, positionals } = readArguments(args, { options: IMPORT_OPTIONS, word: 'FILE' })
    const { root: path, signer } = values
    if (path === undefined)
      throw new UsageProblem('roots import needs --root, the certificate that the metadata leads to')
    const leastCertification = readCertification(values['least-certification'])
    const blob = readBlob(positionals[0] ?? '')
    const root = readRoot(path)
    return (service) => saveBlob(service, blob, { root, signer, leastCertification })
  },
  refresh: (args) => {
    const blob = readBlob(readArguments(args, { options: {}, word: 'FILE' }).positionals[0] ?? '')
    return async (service) => {
      const stored = await findMetadata(service.db)
      if (!stored) throw new MetadataProblem('no metadata is imported: begin with roots import')
      const { root, signer, leastCertification } = stored
      return saveBlob(service, blob, { root: new X509Certificate(root), signer, leastCertification })
    }
  },
  list: (args) => {
    const { values } = readArguments(args, { options: { json: { type: 'boolean', default: false } } })
    return async (service) => {
      const stored = await findMetadata(service.db)
      if (values.json) return [JSON.stringify(describeRoots(service, stored), null, 2)]
      return listRoots(service, stored)
    }
  },
  remove: (args) => {
    readArguments(args, { options: {} })
    return async ({ db }) => [
      (await deleteMetadata(db)) ? say('the metadata is removed') : say('no metadata is imported'),
    ]
  },
}

/** Imports, refreshes, lists or removes the metadata of security keys by the FIDO Alliance. Checks the arguments before it opens the database. */
export const runRoots: Command = async ([name = '', ...args], surroundings) => {
  const read = Object.hasOwn(WORKS, name) ? WORKS[name] : undefined
  if (read === undefined)
    throw new UsageProblem('roots wants {works}, not {name}', {
      works: Object.keys(WORKS).join(', '),
      name: JSON.stringify(name),
    })
  const work = read(args)
  return runBesideService(surroundings, async (service) => {
    for (const line of await work(service)) surroundings.print(line)
    return 0
  })
}

function readCertification(text: string): Certification {
  const found = CERTIFICATIONS.find((level) => level === text)
  if (found) return found
  throw new UsageProblem('--least-certification must be one of {levels}', { levels: CERTIFICATIONS.join(', ') })
}

function readBlob(path: string): string {
  try {
    if (statSync(path).size <= MOST_BYTES) return readFileSync(path, 'latin1')
  } catch (error) {
    throw createUnreadableProblem(path, error)
  }
  throw new UnreadableProblem('{path} is too large for metadata', { path })
}

function readRoot(path: string): X509Certificate {
  try {
    return new X509Certificate(readFileSync(path))
  } catch (error) {
    throw createUnreadableProblem(path, error)
  }
}

function createUnreadableProblem(path: string, error: unknown): UnreadableProblem {
  const reason = error instanceof Error ? error.message : String(error)
  return new UnreadableProblem('{path} cannot be read: {reason}', { path, reason })
}

async function saveBlob({ db, now }: Service, blob: string, demand: Demand): Promise<string[]> {
  const metadata = readMetadata(blob, { ...demand, now: now() })
  const sha256 = createHash('sha256').update(blob.trim()).digest()
  const isSaved = await db.transaction((tx) => saveMetadata(tx, { metadata, demand, sha256, now: tx.now }))
  const { number, nextUpdate: day, models, leftOut } = metadata
  if (!isSaved) throw explainConflict(await findMetadata(db), { number, demand })
  const count = Object.keys(models).length
  return [
    sayCount(
      count,
      'metadata {number}: {count} model gives level 3, {others} do not; newer is due on {day}',
      'metadata {number}: {count} models give level 3, {others} do not; newer is due on {day}',
      { number, others: leftOut, day },
    ),
  ]
}

function explainConflict(
  stored: StoredMetadata | undefined,
  { number, demand: { root } }: { number: number; demand: Demand },
): MetadataProblem {
  if (stored && !stored.root.equals(root.raw))
    return new MetadataProblem('metadata of another root is imported: remove it first, with roots remove')
  return new MetadataProblem('metadata {number} is not newer than {stored}, which is imported', {
    number,
    stored: stored?.number ?? 0,
  })
}

function listRoots({ settings, now }: Service, stored: StoredMetadata | undefined): string[] {
  const certificates = settings.deviceRoots.map(
    ({ subject, fingerprint256 }) => `${fingerprint256}  ${subject.replaceAll('\n', ', ')}`,
  )
  if (!stored) {
    const nothing = say('No metadata is imported. npx --no-install stillhere roots import FILE --root CERTIFICATE')
    return [...listFolder(certificates), nothing]
  }
  const { number, nextUpdate: day, models } = stored
  const age = readAge(day, now())
  return [
    ...listFolder(certificates),
    say('metadata {number}, signed by {signer}, from {least} on; newer is due on {day}', {
      number,
      signer: stored.signer,
      least: stored.leastCertification,
      day,
    }),
    ...(age === 'current' ? [] : [formatAge(age, day)]),
    ...Object.entries(models).map(([aaguid, { name, certification }]) => `${aaguid}  ${certification}  ${name}`),
  ]
}

function listFolder(certificates: readonly string[]): string[] {
  return certificates.length === 0 ? [] : [say('certificates of DEVICE_ROOTS, for all models:'), ...certificates]
}

function describeRoots({ settings, now }: Service, stored: StoredMetadata | undefined) {
  return {
    device_roots: settings.deviceRoots.map(({ subject, fingerprint256, validToDate }) => ({
      subject,
      sha256: fingerprint256,
      valid_to: validToDate.toISOString(),
    })),
    metadata: stored
      ? {
          number: stored.number,
          next_update: stored.nextUpdate,
          age: readAge(stored.nextUpdate, now()),
          root_sha256: new X509Certificate(stored.root).fingerprint256,
          signer: stored.signer,
          least_certification: stored.leastCertification,
          imported_at: stored.importedAt.toISOString(),
          left_out: stored.leftOut,
          models: Object.entries(stored.models).map(([aaguid, { name, certification }]) => ({
            aaguid,
            name,
            certification,
          })),
        }
      : null,
  }
}

/**
 * Returns a warning that newer device metadata was due on `day`: with `due` it says until when the stored metadata is still accepted, with
 * `outdated` since when it isn't.
 */
export function formatAge(age: 'due' | 'outdated', day: string): string {
  const end = toDay(new Date(Date.parse(day) + GRACE_DAYS * DAY_MS))
  return age === 'due'
    ? say('newer metadata was due on {day}: after {end}, these models give no level 3', { day, end })
    : say('newer metadata was due on {day}: these models have given no level 3 since {end}', { day, end })
}
