import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** All certificates in the files of a folder; a sentence that names the file when one cannot be read. */
export function parseDeviceRoots(folder: string): X509Certificate[] | string {
  const files = listFiles(folder)
  if (files === undefined) return `names a folder that cannot be read: ${folder}`
  if (files.length === 0) return `names a folder without certificates: ${folder}`
  const roots = files.map(readCertificates)
  const bad = roots.findIndex((found) => found === undefined)
  if (bad >= 0) return `holds a file that is no PEM certificate or cannot be read: ${files[bad]}`
  return roots.flatMap((found) => found ?? [])
}

// Hidden ones are left out: what mounts a folder keeps its own things there.
function listFiles(folder: string): string[] | undefined {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
    return names.toSorted().map((name) => join(folder, name))
  } catch {
    return undefined
  }
}

function readCertificates(file: string): X509Certificate[] | undefined {
  try {
    const found = readFileSync(file, 'utf8').match(PEM)
    return found?.map((text) => new X509Certificate(text))
  } catch {
    return undefined
  }
}
