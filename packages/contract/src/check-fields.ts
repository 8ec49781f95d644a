import { Type } from 'typebox'
import { AssuranceLevel, BoundText, SubjectKind } from './verification.ts'

export const EXAMPLE_ID = '3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a'
export const EXAMPLE_CODE = '4mR0tV5c1dY9sKQeZpXb7nLw2uHf8gJa3iOq6yTkEvs'

export const CheckId = Type.String({ maxLength: 64, examples: [EXAMPLE_ID] })
export const CheckParams = Type.Object({ id: CheckId })

/** Why a check failed. */
export const CHECK_FAILURES = ['cancelled_by_person', 'cancelled_by_site', 'too_many_refusals', 'wrong_number'] as const
export const CheckFailure = Type.Union([Type.Enum([...CHECK_FAILURES]), Type.Null()])

export const NullableText = Type.Union([Type.String(), Type.Null()])

export const Wanted = {
  action: BoundText,
  /** The least level that the person must reach; 1 where it is absent. */
  assurance: Type.Optional(AssuranceLevel),
  /** Which subjects are accepted: "same" requires a person with a permanent subject, "once" also accepts a first visit, without an enrollment. Level 1 only. */
  subject_kind: Type.Optional(SubjectKind),
}

/** Members that only a site's server may set, because a page's request can be forged. */
export const WantedByServer = {
  ...Wanted,
  /** If true, a person who cannot or will not move a phone may instead enter a code mailed to the owner of a registered node; this is assurance 0, without a receipt. */
  other_way: Type.Optional(Type.Boolean({ default: false })),
}

export const CheckUrl = Type.String({
  description: 'The page to send the person to, as a top-level page, never in a frame',
  examples: [`https://id.example.org/check/${EXAMPLE_ID}`],
})
