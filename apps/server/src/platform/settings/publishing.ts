/** The credentials for publishing; a platform without them is undefined. */
export type Credentials = {
  bluesky: { handle: string; appPassword: string } | undefined
  linkedin: LinkedinCredentials | undefined
  farcaster: { apiKey: string; signerUuid: string; channel: string | undefined } | undefined
  discord: { webhookId: string; webhookToken: string; threadId: string | undefined } | undefined
  telegram: { botToken: string; chatId: string } | undefined
  reddit: { clientId: string; clientSecret: string; refreshToken: string; subreddit: string } | undefined
}

type LinkedinCredentials = {
  accessToken: string
  author: string
  version: string
  /** The client's credentials, with which LinkedIn says when the token expires. */
  client: { id: string; secret: string } | undefined
}

export type PublishingSettings = {
  credentials: Credentials
  /** For share links, which need no credentials. */
  subreddit: string | undefined
  /** The URLs of the platforms' APIs; replaced in tests only. */
  apis: Readonly<Record<keyof typeof APIS, string>>
  /** Time limit of one post on a platform. */
  deadlineMs: number
}

const APIS = {
  bluesky: 'https://bsky.social',
  linkedin: 'https://api.linkedin.com',
  linkedinTokens: 'https://www.linkedin.com',
  farcaster: 'https://api.neynar.com',
  discord: 'https://discord.com/api/v10',
  telegram: 'https://api.telegram.org',
  reddit: 'https://oauth.reddit.com',
  redditTokens: 'https://www.reddit.com',
} as const

const DEADLINE_MS = 20_000
// A version lasts about a year; LINKEDIN_VERSION names a later one.
const LINKEDIN_VERSION = '202605'

type Get = (name: string) => string | undefined
type Field = { name: string; pattern: RegExp; like: string }

const TOKEN = /^[\x21-\x7e]{4,4096}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const createField = (name: string, pattern: RegExp, like: string): Field => ({ name, pattern, like })
const createSecretField = (name: string): Field => createField(name, TOKEN, 'printable ASCII without spaces')

const SUBREDDIT = createField('REDDIT_SUBREDDIT', /^[A-Za-z0-9_]{2,23}$/, 'a name without r/')
const CHANNEL = createField('FARCASTER_CHANNEL', /^[a-z0-9-]{1,32}$/, 'the id of a channel')
const VERSION = createField('LINKEDIN_VERSION', /^20\d{4}$/, 'a year and a month, like 202605')
const WEBHOOK = createField(
  'DISCORD_WEBHOOK_URL',
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api(?:\/v\d+)?\/webhooks\/(\d{5,25})\/([\w-]{20,200})(?:\?thread_id=(\d{5,25}))?$/,
  'https://discord.com/api/webhooks/ID/TOKEN, with ?thread_id=ID where wanted',
)

const GROUPS = {
  bluesky: [
    createField('BLUESKY_HANDLE', /^[^\s/]{3,253}$/, 'like name.bsky.social'),
    createSecretField('BLUESKY_APP_PASSWORD'),
  ],
  linkedin: [
    createSecretField('LINKEDIN_ACCESS_TOKEN'),
    createField('LINKEDIN_AUTHOR', /^urn:li:(?:person|organization):[\w-]{1,64}$/, 'like urn:li:person:ID'),
  ],
  linkedinClient: [createSecretField('LINKEDIN_CLIENT_ID'), createSecretField('LINKEDIN_CLIENT_SECRET')],
  farcaster: [createSecretField('FARCASTER_API_KEY'), createField('FARCASTER_SIGNER_UUID', UUID, 'a UUID')],
  telegram: [
    createField('TELEGRAM_BOT_TOKEN', /^\d{5,20}:[\w-]{20,100}$/, 'like 123456:ABC…'),
    createField('TELEGRAM_CHAT_ID', /^(?:@[A-Za-z]\w{3,31}|-?\d{1,20})$/, 'a number or a @channel'),
  ],
  reddit: [
    createSecretField('REDDIT_CLIENT_ID'),
    createSecretField('REDDIT_CLIENT_SECRET'),
    createSecretField('REDDIT_REFRESH_TOKEN'),
  ],
} as const

/**
 * Parses the settings of publishing platforms, read by `get`. Returns a sentence that names the setting if one is malformed or missing from
 * its group; a platform without settings is undefined.
 */
export function parsePublishing(get: Get): PublishingSettings | string {
  try {
    const subreddit = readOne(get, SUBREDDIT)
    return { credentials: readCredentials(get, subreddit), subreddit, apis: APIS, deadlineMs: DEADLINE_MS }
  } catch (error) {
    if (error instanceof WrongSetting) return error.message
    throw error
  }
}

/** Returns whether at least one publishing platform has credentials. */
export function hasCredentials({ credentials }: PublishingSettings): boolean {
  return Object.values(credentials).some((one) => one !== undefined)
}

class WrongSetting extends Error {}

function readCredentials(get: Get, subreddit: string | undefined): Credentials {
  return {
    bluesky: readGroup(get, GROUPS.bluesky, ([handle, appPassword]) => ({ handle, appPassword })),
    linkedin: readLinkedin(get),
    farcaster: readFarcaster(get),
    discord: readDiscord(get),
    telegram: readGroup(get, GROUPS.telegram, ([botToken, chatId]) => ({ botToken, chatId })),
    reddit: readReddit(get, subreddit),
  }
}

function readLinkedin(get: Get): Credentials['linkedin'] {
  const version = readOne(get, VERSION) ?? LINKEDIN_VERSION
  const client = readGroup(get, GROUPS.linkedinClient, ([id, secretOf]) => ({ id, secret: secretOf }))
  return readGroup(get, GROUPS.linkedin, ([accessToken, author]) => ({ accessToken, author, version, client }))
}

function readFarcaster(get: Get): Credentials['farcaster'] {
  const channel = readOne(get, CHANNEL)
  return readGroup(get, GROUPS.farcaster, ([apiKey, signerUuid]) => ({ apiKey, signerUuid, channel }))
}

function readDiscord(get: Get): Credentials['discord'] {
  const url = readOne(get, WEBHOOK)
  if (url === undefined) return undefined
  const [, webhookId = '', webhookToken = '', threadId] = WEBHOOK.pattern.exec(url) ?? []
  return { webhookId, webhookToken, threadId }
}

function readReddit(get: Get, subreddit: string | undefined): Credentials['reddit'] {
  return readGroup(get, GROUPS.reddit, ([clientId, clientSecret, refreshToken]) => {
    if (subreddit === undefined) throw new WrongSetting(`${SUBREDDIT.name} is missing beside REDDIT_REFRESH_TOKEN`)
    return { clientId, clientSecret, refreshToken, subreddit }
  })
}

type Values<Fields extends readonly Field[]> = { [Index in keyof Fields]: string }

/** Reads a group of settings that belong together; returns undefined if none of them is set. */
function readGroup<const Fields extends readonly Field[], Group>(
  get: Get,
  fields: Fields,
  make: (values: Values<Fields>) => Group,
): Group | undefined {
  const values = fields.map((one) => readOne(get, one))
  const missing = fields.find((_, index) => values[index] === undefined)
  if (missing === undefined) return make(values as Values<Fields>)
  const present = fields.find((_, index) => values[index] !== undefined)
  if (present === undefined) return undefined
  throw new WrongSetting(`${missing.name} is missing beside ${present.name}`)
}

// Never shows the value: nearly all of them are secrets.
function readOne(get: Get, { name, pattern, like }: Field): string | undefined {
  const value = get(name)
  if (value === undefined || pattern.test(value)) return value
  throw new WrongSetting(`${name} must be ${like}`)
}
