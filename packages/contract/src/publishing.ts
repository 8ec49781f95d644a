import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime } from './fields.ts'

/** Where the service can publish, in the order of the specification. */
export const PLATFORMS = ['bluesky', 'linkedin', 'farcaster', 'discord', 'telegram', 'reddit'] as const
export type PlatformName = (typeof PLATFORMS)[number]

const Platform = Type.Enum([...PLATFORMS])
const PublishStatus = Type.Enum(['PUBLISHED', 'SKIPPED', 'PREVIEW'])

const PublishPreview = Type.Object({
  text: Type.String({ description: 'The text as readers will see it' }),
  message: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What is sent to the platform, field by field, without credentials',
    examples: [{ text: 'Still here.' }],
  }),
  length: Type.Object({
    count: Count,
    limit: Count,
    unit: Type.Enum(['graphemes', 'bytes', 'characters', 'UTF-16 units']),
  }),
  share_url: Type.Optional(Type.String({ description: 'Where a person can publish it by hand' })),
})
export type PublishPreview = Static<typeof PublishPreview>

export const PublishResult = Type.Object({
  success: Type.Boolean(),
  status: PublishStatus,
  result: PublishStatus,
  platform: Platform,
  post_id: Type.Optional(Type.String()),
  post_url: Type.Optional(Type.String()),
  preview: Type.Optional(PublishPreview),
  reason: Type.Optional(Type.String()),
  warnings: Type.Optional(Type.Array(Type.String())),
})
export type PublishResult = Static<typeof PublishResult>

export const publish = endpoint({
  area: 'publishing',
  method: 'POST',
  path: '/api/matrix/publish',
  summary: 'Publishes a text on one platform, once; needs the admin secret as soon as any platform has credentials',
  access: 'public',
  accepts: ['nothing', 'adminSecret'],
  repeatable: true,
  maxBodyBytes: 262_144,
  countsCpu: true,
  body: Type.Object({
    platform: Platform,
    content: Type.String({ minLength: 1, maxLength: 40_000 }),
    title: Type.Optional(Type.String({ maxLength: 400 })),
    url: Type.Optional(Type.String({ maxLength: 2048 })),
    dry_run: Type.Optional(Type.Boolean({ description: 'Returns the preview and sends nothing' })),
  }),
  example: {
    platform: 'bluesky',
    content: 'The hundredth node is with us. #stillhere',
    title: 'One hundred',
    url: 'https://example.org/hundred',
    dry_run: true,
  },
  responses: { 200: PublishResult },
  problems: ['UNAUTHORIZED', 'PUBLISH_FAILED', 'PUBLISH_UNKNOWN'],
})

const PublicationStatus = Type.Enum(['sending', 'published', 'failed', 'unknown'])

export const Publication = Type.Object({
  id: Type.String(),
  platform: Platform,
  status: PublicationStatus,
  text: Type.String(),
  attempts: Count,
  created_at: DateTime,
  changed_at: DateTime,
  post_id: Type.Union([Type.String(), Type.Null()]),
  post_url: Type.Union([Type.String(), Type.Null()]),
  problem: Type.String({ description: 'Why the last attempt failed; empty if it succeeded' }),
})
export type Publication = Static<typeof Publication>

export const listPublications = endpoint({
  area: 'publishing',
  method: 'GET',
  path: '/api/admin/publications',
  summary: 'Lists the publications and attempts, newest first',
  access: 'admin',
  query: Type.Object({
    platform: Type.Optional(Platform),
    status: Type.Optional(PublicationStatus),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  }),
  responses: {
    200: Type.Object({
      publications: Type.Array(Publication),
      unknown: Count,
      connected: Type.Array(Platform, { description: 'The platforms with credentials' }),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const reconcilePublication = endpoint({
  area: 'publishing',
  method: 'POST',
  path: '/api/admin/publications/:id/reconcile',
  summary: 'Settles a publication with an unknown outcome: asks the platform, or records what the operator saw there',
  access: 'admin',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  bodyIsOptional: true,
  body: Type.Object({
    status: Type.Optional(Type.Enum(['published', 'failed'])),
    post_id: Type.Optional(
      Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$', description: '1 to 500 ASCII characters without blanks' }),
    ),
    post_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  }),
  example: { status: 'published', post_id: 'urn:li:share:7100000000000000000' },
  responses: { 200: Publication },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'PUBLICATION_SETTLED'],
})
