import { accessSync, constants, existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findBinaries } from './installation.ts'

describe('findBinaries', () => {
  it('finds programs that can run, and every library that a name stands for', () => {
    const { version, major, initdb, postgres, libraryLinks } = findBinaries()
    expect(version).toMatch(/^\d+\.\d+$/)
    expect(version.startsWith(`${major}.`)).toBe(true)
    for (const program of [initdb, postgres]) accessSync(program, constants.X_OK)
    expect([...libraryLinks.values()].filter((file) => !existsSync(file))).toEqual([])
    expect(libraryLinks.size).toBeGreaterThan(0)
  })

  it('says what to do on a machine that no package is for', () => {
    expect(() => findBinaries('sunos-sparc')).toThrow(
      'there is no embedded PostgreSQL for sunos-sparc: set DATABASE_URL',
    )
  })
})
