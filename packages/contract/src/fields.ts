import { Type } from 'typebox'

/** Fields that several areas share. */
export const Email = Type.String({ format: 'email', maxLength: 320, examples: ['ada@example.org'] })
export const DateTime = Type.String({ format: 'date-time', examples: ['2026-01-01T12:00:00.000Z'] })
export const Otp = Type.String({ pattern: '^[0-9]{6}$', description: 'six digits' })
export const Day = Type.String({ format: 'date', examples: ['2026-01-01'] })
export const Score = Type.Number({ minimum: 0, maximum: 1 })
export const Count = Type.Integer({ minimum: 0 })
export const OptionalDateTime = Type.Union([DateTime, Type.Null()])

/** A chosen handle; blank means that one is to be generated. */
export const ChosenHandle = Type.String({
  description:
    "A name of 3 to 40 letters and digits of one script, with single spaces and -_.'’· between them; or blank. No two look alike",
  maxLength: 64,
  examples: ['quiet-river-7f3k'],
})

export const NodeStatus = Type.Enum(['SUBSCRIBED', 'PENDING_VERIFICATION', 'ACTIVE', 'GENESIS_NODE'])
export const Tier = Type.Enum(['FOUNDING_ENTITY', 'ACTIVE_NODE', 'SUBSCRIBER'])

export const EmailQuery = Type.Object({ email: Email })
export const Success = Type.Object({ success: Type.Boolean() })
