import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
// A whole run needs 300 MB of it. Containers often have 64 MB there.
const ROOM = 2 * 2 ** 30

/**
 * Makes a folder for the temporary files of a run in memory and returns it; undefined where there is no such place, too little room, or
 * no leave to start programs. It goes away with this process.
 */
export function makeMemoryFolder(place = IN_MEMORY, room = ROOM): string | undefined {
  if (findRoom(place) < room || process.availableMemory() < 2 * room) return undefined
  const folder = mkdtempSync(join(place, 'stillhere-run-'))
  // Like the usual place: PostgreSQL and its pooler may belong to others than whoever tests.
  chmodSync(folder, 0o1777)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (startsPrograms(folder)) {
    process.once('exit', remove)
    return folder
  }
  remove()
  return undefined
}

function findRoom(place: string): number {
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}

function startsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
