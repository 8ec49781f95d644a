import { X509Certificate } from 'node:crypto'
import type { Queries } from '../../platform/database/pool.ts'
import { refuseField } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { hasModels, readModelRoots } from './store.ts'

/**
 * The root certificates that are accepted now: `roots`, from DEVICE_ROOTS, for keys of all models; `models`, from imported metadata, for
 * one model each, by AAGUID.
 */
export type DeviceTrust = {
  roots: readonly X509Certificate[]
  models: ReadonlyMap<string, readonly X509Certificate[]>
}

type Surroundings = { settings: Pick<Settings, 'deviceRoots'>; now: Date }

/** Reads the root certificates that are now accepted for these keys: those in DEVICE_ROOTS, and for each key's model those in the imported metadata. */
export async function readDeviceTrust(
  db: Queries,
  { settings, keys, now }: Surroundings & { keys: readonly { aaguid: string }[] },
): Promise<DeviceTrust> {
  const aaguids = [...new Set(keys.map(({ aaguid }) => aaguid))]
  const found = aaguids.length === 0 ? [] : await readModelRoots(db, { aaguids, now })
  const models = found.map(({ aaguid, roots }): [string, X509Certificate[]] => [
    aaguid,
    roots.map((text) => new X509Certificate(Buffer.from(text, 'base64'))),
  ])
  return { roots: settings.deviceRoots, models: new Map(models) }
}

/** Returns whether the root certificate that attested a key when it was created is still accepted, for all models or for the model of this key. */
export function isVouchedFor(
  { attestedRoot, aaguid }: { attestedRoot: Buffer | null; aaguid: string },
  { roots, models }: DeviceTrust,
): boolean {
  return [...roots, ...(models.get(aaguid) ?? [])].some((root) => attestedRoot?.equals(computeFingerprint(root)))
}

/** Returns the SHA-256 fingerprint of a certificate as bytes. */
export function computeFingerprint({ fingerprint256 }: X509Certificate): Buffer {
  return Buffer.from(fingerprint256.replaceAll(':', ''), 'hex')
}

/** Returns whether this service can verify the hardware of any device now: DEVICE_ROOTS is set, or usable metadata was imported. */
export async function isAcceptingDevices(db: Queries, { settings, now }: Surroundings): Promise<boolean> {
  return settings.deviceRoots.length > 0 || (await hasModels(db, now))
}

/** Throws 400 if the requested assurance level is 3 and this service accepts no attested devices. */
export async function requireReachable({ db, settings, now }: Service, assurance: number | undefined): Promise<void> {
  if (assurance === 3 && !(await isAcceptingDevices(db, { settings, now: now() })))
    throw refuseField('/assurance', 'must be 1 or 2: this service accepts no attested devices')
}
