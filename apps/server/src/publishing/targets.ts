import { PLATFORMS, type PlatformName } from '@stillhere/contract'
import type { PublishingSettings } from '../platform/settings/publishing.ts'
import { blueskyTarget } from './platforms/bluesky.ts'
import { discordTarget } from './platforms/discord.ts'
import { farcasterTarget } from './platforms/farcaster.ts'
import { linkedinTarget } from './platforms/linkedin.ts'
import { redditTarget } from './platforms/reddit.ts'
import { telegramTarget } from './platforms/telegram.ts'
import type { Target } from './target.ts'

export type Targets = Readonly<Record<PlatformName, Target>>

/** Every platform, with the credentials that the settings have for it. */
export function openTargets({ credentials, apis, subreddit }: PublishingSettings): Targets {
  return {
    bluesky: blueskyTarget(credentials.bluesky, apis.bluesky),
    linkedin: linkedinTarget(credentials.linkedin, { api: apis.linkedin, tokens: apis.linkedinTokens }),
    farcaster: farcasterTarget(credentials.farcaster, apis.farcaster),
    discord: discordTarget(credentials.discord, apis.discord),
    telegram: telegramTarget(credentials.telegram, apis.telegram),
    reddit: redditTarget(credentials.reddit, { api: apis.reddit, tokens: apis.redditTokens, subreddit }),
  }
}

/** The platforms that the service has credentials for. */
export function listConnected(targets: Targets): PlatformName[] {
  return PLATFORMS.filter((name) => targets[name].sender !== undefined)
}
