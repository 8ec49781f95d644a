import { expect, it } from 'vitest'
import { findOpener } from './start.ts'

it.each([
  ['darwin', {}, 'open'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: ':10', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, undefined],
  ['darwin', { CI: 'true' }, undefined],
  ['win32', {}, undefined],
] as const)('on %s with %j: %s', (platform, env, command) => {
  expect(findOpener(platform, env)).toBe(command)
})
