import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCommand, INSTALL, INSTALL_ELSEWHERE, QUICKSTARTS } from './quickstarts.ts'
import { describeCalibration, describeHealth, describePart, parseVersion } from './status-view.tsx'

describe('the quickstarts', () => {
  it('are three, each with files, a name of its own and a command', () => {
    expect(new Set(QUICKSTARTS.map(({ id }) => id)).size).toBe(3)
    for (const { files, run } of QUICKSTARTS) {
      expect(files.length).toBeGreaterThan(0)
      expect(createCommand({ run }, 'https://id.example.org')).not.toContain('ORIGIN')
    }
  })
})

describe('what the page tells to run', () => {
  it('E5: asks no registry for our packages, and names only what a checkout has', () => {
    const root = join(import.meta.dirname, '../../../../..')
    const commands = [INSTALL, INSTALL_ELSEWHERE, ...QUICKSTARTS.map(({ run }) => run)]
    expect(commands.filter((command) => /install [^&]*@stillhere\//.test(command))).toEqual([])
    const paths = commands.flatMap((command) => command.match(/\b(?:examples|packages)\/[\w./-]+/g) ?? [])
    expect(paths).toHaveLength(7)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('the status', () => {
  it.each([
    [{ ok: true, latency_ms: 2.4, error: '' }, 'working, responded in 2 ms'],
    [{ ok: true, latency_ms: 0, error: '' }, 'working, responded in under 1 ms'],
    [{ ok: false, latency_ms: 0, error: 'it is away' }, 'not working: it is away'],
    [{ ok: false, latency_ms: 0, error: '' }, 'not working'],
  ])('says of %j: %s', (part, words) => {
    expect(describePart(part, 'answered')).toBe(words)
  })

  it('says whether all is well and which thresholds decide', () => {
    expect(describeHealth({ status: 'healthy' }).kind).toBe('good')
    expect(describeHealth({ status: 'degraded' }).title).toBe('The service is degraded.')
    const none = { active: false, source: 'default', sessions_collected: 1234 }
    expect(describeCalibration(none)).toBe('none active, default thresholds apply; 1,234 research sessions collected')
    expect(describeCalibration({ ...none, active: true, source: 'calibration:7' })).toMatch(/^active \(calibration:7\)/)
  })

  it.each([null, undefined, 7, {}, { info: null }, { info: { version: 1 } }])('finds no version in %j', (document) => {
    expect(parseVersion(document)).toBeNull()
  })

  it('finds the version', () => {
    expect(parseVersion({ info: { version: '1.0.0' } })).toBe('1.0.0')
  })
})
