import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

describe('readSettings', () => {
  it.each([
    ['nothing', {}, { host: '127.0.0.1', port: 8787 }],
    ['blank values', { HOST: '', PORT: '' }, { host: '127.0.0.1', port: 8787 }],
    ['both', { HOST: '::1', PORT: '80' }, { host: '::1', port: 80 }],
    ['the lowest port', { PORT: '0' }, { host: '127.0.0.1', port: 0 }],
    ['the highest port', { PORT: '65535' }, { host: '127.0.0.1', port: 65_535 }],
  ])('understands %s', (_, env, expected) => {
    expect(readSettings(env)).toEqual(expected)
  })

  it.each(['65536', '-1', '80.5', '1e3', '0x50', ' 80', 'http', '99999999999'])('refuses PORT=%s by name', (port) => {
    expect(() => readSettings({ PORT: port })).toThrow(/^PORT must be a whole number from 0 to 65535, not "/)
  })
})
