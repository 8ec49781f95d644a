import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Day, Email, EmailQuery, Score } from './fields.ts'

export const EntropyState = Type.Object({
  entropyScore: Type.Number({ minimum: 0 }),
  particleLevel: Type.Integer({ minimum: 1, maximum: 8 }),
  streakDays: Count,
  streakMultiplier: Type.Number({ minimum: 1, maximum: 2 }),
  bestPes: Score,
  lastEntropyDate: Day,
  scanCount: Count,
  progress: Type.Object({
    current: Type.Number({ minimum: 0 }),
    nextLevel: Type.Integer({ minimum: 0 }),
    pct: Type.Number({ minimum: 0, maximum: 100 }),
  }),
})
export type EntropyState = Static<typeof EntropyState>

export const EntropyRecorded = Type.Object({
  ...EntropyState.properties,
  success: Type.Boolean(),
  entropyGain: Type.Number({ minimum: 0 }),
  leveledUp: Type.Boolean(),
  decayApplied: Type.Boolean(),
  spikeTriggered: Type.Boolean(),
})
export type EntropyRecorded = Static<typeof EntropyRecorded>

export const getEntropy = endpoint({
  area: 'entropy',
  method: 'GET',
  path: '/api/node/entropy',
  summary: 'Returns the entropy of a node, after decay',
  access: 'node',
  scope: 'read',
  query: EmailQuery,
  responses: { 200: EntropyState },
  problems: ['NODE_NOT_FOUND', 'UNAUTHORIZED'],
})

export const recordEntropy = endpoint({
  area: 'entropy',
  method: 'POST',
  path: '/api/node/entropy',
  summary: 'Records the entropy gained by a motion scan; at most three gains per UTC day',
  access: 'node',
  scope: 'entropy',
  body: Type.Object({
    email: Email,
    pesScore: Score,
    pesTiming: Type.Optional(Score),
    pesNoise: Type.Optional(Score),
    pesFrequency: Type.Optional(Score),
    pesBiological: Type.Optional(Score),
  }),
  example: { email: 'ada@example.org', pesScore: 0.9, pesNoise: 0.8, pesFrequency: 0.7, pesBiological: 0.6 },
  responses: { 200: EntropyRecorded },
  problems: ['NODE_NOT_FOUND', 'UNAUTHORIZED'],
})

export const LedgerEntry = Type.Object({
  at: DateTime,
  change: Type.Integer(),
  reason: Type.Enum(['gain', 'decay']),
  score: Type.Integer({ minimum: 0 }),
})

export const getLedger = endpoint({
  area: 'entropy',
  method: 'GET',
  path: '/api/node/ledger',
  summary: 'Lists all changes of the score of the caller’s node, newest first; the changes add up to the score',
  access: 'token',
  scope: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: {
    200: Type.Object({ entries: Type.Array(LedgerEntry), nextCursor: Type.Union([Type.String(), Type.Null()]) }),
  },
  problems: ['UNAUTHORIZED'],
})
