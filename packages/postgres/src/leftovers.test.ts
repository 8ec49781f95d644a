import { describe, expect, it } from 'vitest'
import { isPostgresOn, findProcesses } from './leftovers.ts'

const NAME = 'stillhere-0123456789abcdef'
const postmaster = ['/opt/bin/postgres', '-D', '/data/postgres', '-c', `cluster_name=${NAME}`]

describe('findProcesses', () => {
  it.each([
    ['the postmaster', postmaster, true],
    ['a worker', [`postgres: ${NAME}: checkpointer `, ''], true],
    ['a worker as ps shows it', ['postgres:', `${NAME}:`, 'checkpointer'], true],
    ['another cluster’s worker', ['postgres: stillhere-ffffffffffffffff: checkpointer'], false],
    ['a worker without a cluster name', ['postgres: checkpointer'], false],
    ['the shell that watches', ['/bin/sh', '-c', 'read', 'guard', ...postmaster], false],
    ['somebody who looks for it', ['grep', NAME], false],
    ['a zombie', [''], false],
    ['nothing', [], false],
  ])('%s', (_, args, isOne) => {
    expect(findProcesses(NAME, [{ pid: 7, args }])).toHaveLength(isOne ? 1 : 0)
  })
})

describe('isPostgresOn', () => {
  const running = [
    { pid: 7, args: ['/usr/bin/postgres', '-D', '/data/postgres'] },
    { pid: 8, args: ['/usr/bin/vi', '/data/postgres'] },
  ]

  it.each([
    ['/data/postgres', 7, true],
    ['/data/other', 7, false],
    ['/data/postgres', 8, false],
    ['/data/postgres', 9, false],
    ['/data/postgres', undefined, false],
  ])('%s by process %s: %s', (cluster, pid, expected) => {
    expect(isPostgresOn(cluster, pid, running)).toBe(expected)
  })
})
