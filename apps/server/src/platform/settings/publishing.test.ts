import { describe, expect, it } from 'vitest'
import { CREDENTIALS } from '../../../test/providers.ts'
import { hasCredentials } from './publishing.ts'
import { readSettings } from './settings.ts'

const read = (env: Record<string, string>) => readSettings(env).publishing

describe('publishing settings', () => {
  it('are absent by default, and the addresses are those of the platforms', () => {
    const { credentials, apis } = read({})
    expect(hasCredentials(read({}))).toBe(false)
    expect(new Set(Object.values(credentials))).toEqual(new Set([undefined]))
    for (const api of Object.values(apis)) expect(api).toMatch(/^https:\/\/[a-z.]+(?:\/api\/v10)?$/)
  })

  it('understand every platform', () => {
    expect(Object.values(read(CREDENTIALS).credentials).every((one) => one !== undefined)).toBe(true)
    expect(read(CREDENTIALS).credentials.discord).toEqual({
      webhookId: '123456789012345678',
      webhookToken: 'discord-secret-token-of-tests',
      threadId: undefined,
    })
    const thread = { DISCORD_WEBHOOK_URL: `${CREDENTIALS.DISCORD_WEBHOOK_URL}?thread_id=987654321` }
    expect(read(thread).credentials.discord?.threadId).toBe('987654321')
  })

  it('let a subreddit stand alone, for share links', () => {
    expect(read({ REDDIT_SUBREDDIT: 'stillhere' })).toMatchObject({ subreddit: 'stillhere' })
    expect(hasCredentials(read({ REDDIT_SUBREDDIT: 'stillhere' }))).toBe(false)
  })

  it.each([
    ['BLUESKY_HANDLE'],
    ['BLUESKY_APP_PASSWORD'],
    ['LINKEDIN_ACCESS_TOKEN'],
    ['LINKEDIN_AUTHOR'],
    ['FARCASTER_API_KEY'],
    ['FARCASTER_SIGNER_UUID'],
    ['TELEGRAM_BOT_TOKEN'],
    ['TELEGRAM_CHAT_ID'],
    ['REDDIT_CLIENT_ID'],
    ['REDDIT_CLIENT_SECRET'],
    ['REDDIT_REFRESH_TOKEN'],
    ['REDDIT_SUBREDDIT'],
  ] as const)('name %s when it is missing from its group', (name) => {
    const { [name]: _, ...rest } = CREDENTIALS
    expect(() => read(rest)).toThrow(new RegExp(`^${name} is missing beside [A-Z_]+$`))
  })

  it('name half a LinkedIn app', () => {
    expect(() => read({ LINKEDIN_CLIENT_ID: 'client' })).toThrow('LINKEDIN_CLIENT_SECRET is missing')
  })

  it.each([
    ['BLUESKY_HANDLE', 'a b/secret'],
    ['LINKEDIN_AUTHOR', 'secret'],
    ['LINKEDIN_VERSION', 'secret'],
    ['LINKEDIN_ACCESS_TOKEN', 'secret\nx-injected: 1'],
    ['FARCASTER_SIGNER_UUID', 'secret'],
    ['FARCASTER_CHANNEL', 'Secret!'],
    ['DISCORD_WEBHOOK_URL', 'https://evil.example/api/webhooks/123456/secret-secret-secret-secret'],
    ['DISCORD_WEBHOOK_URL', 'http://discord.com/api/webhooks/123456/secret-secret-secret-secret'],
    ['TELEGRAM_BOT_TOKEN', 'secret/../x'],
    ['TELEGRAM_CHAT_ID', 'secret'],
    ['REDDIT_SUBREDDIT', 'r/secret'],
  ])('refuse %s=%s by name, without showing it', (name, value) => {
    expect(() => read({ ...CREDENTIALS, [name]: value })).toThrow(new RegExp(`^${name} must be `))
    expect(() => read({ ...CREDENTIALS, [name]: value })).not.toThrow(/secret/i)
  })
})
