import type { InputOf } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'

export type Platform = InputOf<'publish'>['platform']

/** Where the service can publish, and the names that people know. */
export const PLATFORMS = {
  bluesky: 'Bluesky',
  linkedin: 'LinkedIn',
  farcaster: 'Farcaster',
  discord: 'Discord',
  telegram: 'Telegram',
  reddit: 'Reddit',
} as const satisfies Record<Platform, string>

export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly Platform[]

/** The name of a platform and, where the service has no credentials for it, that it is not connected. */
export function platformLabel(platform: Platform, connected: readonly Platform[] | null): string {
  const isMissing = connected !== null && !connected.includes(platform)
  return isMissing ? say('{name} · Not connected', { name: PLATFORMS[platform] }) : PLATFORMS[platform]
}
