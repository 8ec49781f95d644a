import { type Static, Type } from 'typebox'
import { AllowedAsker, Asker, AskerParams, PersonName } from './askers.ts'
import { ScanStatement } from './challenge.ts'
import { NullableText } from './check-fields.ts'
import { CheckDetails } from './checks.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, OptionalDateTime, Otp } from './fields.ts'
import { PasskeyAssertion } from './passkeys.ts'
import {
  ActionDigest,
  ApprovalResult,
  APPROVAL_METHODS,
  ApprovalMethod,
  ApprovalStatus,
  ApproverDecision,
  AssuranceLevel,
  BoundText,
  EXAMPLE_DIGEST,
  OpenIssuedReceipt,
  ReachedLevel,
} from './verification.ts'

/** Seconds that an approval stays open: unless the asker says otherwise, at least and at most. */
export const APPROVAL_SECONDS = { usual: 600, least: 60, most: 3600 }

/** Limits for one asker and one person: approvals open at once, and denials in an hour, beyond which new requests are refused. */
export const APPROVAL_LIMITS = { open: 3, deniedInAnHour: 3 }

/** Maximum number of people that one approval asks. */
export const MOST_APPROVERS = 10

/** The action that a person is asked to approve. The page shows exactly this, and the receipt contains its digest. */
export const ApprovalAction = Type.Object(
  {
    type: Type.String({
      maxLength: 60,
      pattern: '^[a-z0-9]+(?:[._:-][a-z0-9]+)*$',
      description: 'lower-case words joined by . _ : or -; those that start with key. are reserved for introductions',
      examples: ['payment.transfer'],
    }),
    summary: BoundText,
    details: Type.Optional(CheckDetails),
  },
  // Nothing may be asked for that neither the person is shown nor the digest covers.
  { additionalProperties: false },
)
export type ApprovalAction = Static<typeof ApprovalAction>

export const EXAMPLE_ACTION = {
  type: 'deploy',
  summary: 'Deploy shop 1.4.2 to production',
  details: { commit: '9f2c1e7' },
}

const ApprovalId = Type.String({ maxLength: 64, examples: ['8d0f3a52-7c1e-4b9a-9f64-1c2d3e4f5a6b'] })
const ApprovalParams = Type.Object({ id: ApprovalId })

/** Six words of the digest, for a person who compares two screens. */
const BindingMessage = Type.String({
  pattern: '^[a-z]+( [a-z]+){5}$',
  description:
    'Six words for people who compare two screens. They encode 60 bits of the digest; programs should compare digests',
  examples: ['remote radio portrait hill delta value'],
})

/** The language of the six words. */
const BindingLanguage = Type.Enum(['en', 'de', 'es'])

/** Why an approval was denied: by the person, because its asker may no longer ask, or after too many refused scans. */
export const DENIALS = ['denied_by_person', 'asker_removed', 'too_many_refusals'] as const
const Denial = Type.Union([Type.Enum([...DENIALS]), Type.Null()])

/** The name of a person, as an asker gives it. */
const ApproverName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'the handle of a node, or the subject by which the asker knows a person',
  examples: ['quiet-river'],
})

/** Members of every response about an approval. */
const APPROVAL_FACTS = {
  id: ApprovalId,
  status: ApprovalStatus,
  /** Why it was denied; null unless it was. */
  reason: Denial,
  action: ApprovalAction,
  digest: ActionDigest,
  binding_message: BindingMessage,
  language: BindingLanguage,
  /** A value that the asker chose, by default the id. The person's key signs it, and the receipt contains it. */
  nonce: Type.String(),
  method: ApprovalMethod,
  /** The least level that each person must reach; 0 unless the method is `hand`. */
  assurance: ReachedLevel,
  /** Number of people who must approve. */
  need: Type.Integer({ minimum: 1, maximum: MOST_APPROVERS }),
  /** The people who are asked, by the names that the asker used, with the decision of each. */
  approvers: Type.Array(Type.Object({ name: Type.String(), status: ApproverDecision, decided_at: OptionalDateTime }), {
    maxItems: MOST_APPROVERS,
  }),
  created_at: DateTime,
  expires_at: DateTime,
  /** When the last decision ended it. */
  decided_at: OptionalDateTime,
  redeemed_at: OptionalDateTime,
  /** Requested by a test site or in a sandbox: its result proves nothing. */
  test: Type.Boolean(),
}

export const createApproval = endpoint({
  area: 'approvals',
  method: 'POST',
  path: '/api/approvals',
  summary: 'Asks one or more people to approve one exact action; 403 unless each of them allows this asker',
  access: 'public',
  accepts: ['siteSecret', 'agentSignature'],
  body: Type.Object({
    /** The person who is asked; absent beside `approvers`. */
    approver: Type.Optional(ApproverName),
    /** Several people, of whom `need` must approve. They count once by all their names; an agent's operator is refused among them. */
    approvers: Type.Optional(
      Type.Object(
        {
          of: Type.Array(ApproverName, {
            minItems: 1,
            maxItems: MOST_APPROVERS,
            examples: [['quiet-river', 'bold-hill']],
          }),
          need: Type.Integer({ minimum: 1, maximum: MOST_APPROVERS, examples: [2] }),
        },
        { additionalProperties: false },
      ),
    ),
    action: ApprovalAction,
    /** The method by which each person approves; 403 if one of them accepts only a stronger method. Only a scan (`hand`) reaches a level above 0. */
    method: Type.Optional(Type.Enum([...APPROVAL_METHODS], { default: 'hand' })),
    /** The least level that each person must reach by a scan; 2 where it is absent. */
    assurance: Type.Optional(AssuranceLevel),
    /** For sites that ask for level 1: whether the person may approve by a mailed code instead of a scan; that is assurance 0, and there is no receipt. */
    other_way: Type.Optional(Type.Boolean({ default: false })),
    /** Language of `binding_message`; by default the language of the person if it is known, otherwise `en`. */
    language: Type.Optional(BindingLanguage),
    /** A value by which the asker recognizes the receipt; by default the id of the approval. */
    nonce: Type.Optional(BoundText),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: APPROVAL_SECONDS.least,
        maximum: APPROVAL_SECONDS.most,
        default: APPROVAL_SECONDS.usual,
      }),
    ),
  }),
  example: { approver: 'quiet-river', action: EXAMPLE_ACTION },
  responses: {
    201: Type.Object({
      id: ApprovalId,
      url: Type.String({
        description: 'The page on which the people approve or deny; only they can',
        examples: ['https://id.example.org/approve/8d0f3a52-7c1e-4b9a-9f64-1c2d3e4f5a6b'],
      }),
      digest: ActionDigest,
      binding_message: BindingMessage,
      language: BindingLanguage,
      status: ApprovalStatus,
      expires_at: DateTime,
      /** True if every person was sent a notice. A person gets no notice in their quiet hours, or if they turned notices off. */
      notified: Type.Boolean(),
    }),
  },
  problems: ['UNAUTHORIZED', 'AGENT_SIGNATURE_REFUSED', 'AGENT_REVOKED', 'ASKER_NOT_ALLOWED', 'METHOD_TOO_WEAK'],
})

export const getApproval = endpoint({
  area: 'approvals',
  method: 'GET',
  path: '/api/approvals/:id',
  summary: 'Returns the state of an approval that the caller asked for',
  access: 'public',
  accepts: ['siteSecret', 'agentSignature'],
  params: ApprovalParams,
  responses: { 200: Type.Object(APPROVAL_FACTS) },
  problems: ['UNAUTHORIZED', 'AGENT_SIGNATURE_REFUSED', 'AGENT_REVOKED', 'NOT_FOUND'],
})

/** Members that the asker gets about each person who approved. */
const GIVEN = {
  /** The subject by which this asker knows the person. */
  subject: Type.String(),
  /** The assurance level that the person reached. */
  reached: ReachedLevel,
  /** The name that the person shares with this asker; absent if they share none. */
  approver: Type.Optional(Type.Object({ name: PersonName })),
  /** Absent where the person approved without motion. */
  receipt: Type.Optional(OpenIssuedReceipt),
  token: Type.Optional(Type.String()),
}

export const redeemApproval = endpoint({
  area: 'approvals',
  method: 'POST',
  path: '/api/approvals/:id/redeem',
  summary: 'Returns the receipts of a granted approval, once, to its asker, for the action with this digest',
  access: 'public',
  accepts: ['siteSecret', 'agentSignature'],
  params: ApprovalParams,
  body: Type.Object({ digest: ActionDigest }),
  example: { digest: EXAMPLE_DIGEST },
  responses: {
    200: Type.Object({
      ...APPROVAL_FACTS,
      /** One entry for each person who approved, in the order of their approvals; as many as the approval needed. */
      receipts: Type.Array(Type.Object({ ...GIVEN, granted_at: DateTime }), { maxItems: MOST_APPROVERS }),
      /** The members of the only entry, if the approval needed one person. */
      ...Type.Partial(Type.Object(GIVEN)).properties,
    }),
  },
  problems: [
    'UNAUTHORIZED',
    'AGENT_SIGNATURE_REFUSED',
    'AGENT_REVOKED',
    'NOT_FOUND',
    'APPROVAL_DIGEST_WRONG',
    'APPROVAL_OPEN',
    'APPROVAL_ENDED',
    'APPROVAL_REDEEMED',
  ],
})

export const denyApproval = endpoint({
  area: 'approvals',
  method: 'POST',
  path: '/api/approvals/:id/deny',
  summary:
    'Denies an approval that the caller’s node was asked for; needs no scan. If several people were asked, the approval ends when too few are left',
  access: 'token',
  params: ApprovalParams,
  body: Type.Object({
    /** If true, the asker may not ask this node again. */
    stop: Type.Optional(Type.Boolean({ default: false })),
  }),
  bodyIsOptional: true,
  example: {},
  responses: { 200: Type.Object({ id: ApprovalId, status: ApprovalStatus }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'APPROVAL_ENDED'],
})

/** The statement that a passkey must sign, and the token to send back with the signature. */
const TO_SIGN = {
  token: Type.String({
    description: 'Send it back with the passkey’s signature; valid for one signature',
    examples: ['AQIDBAUGBwgJCgsMDQ4PEA'],
  }),
  /** All that the receipt will say. `chain` stays null: there is no motion. */
  statement: Type.Object({
    ...ScanStatement.properties,
    method: Type.Enum(['passkey']),
    level: Type.Enum([0]),
  }),
  rp_id: Type.String({ examples: ['id.example.org'] }),
  /** Ids of the passkeys that may sign; an empty list if the node has no such passkey. */
  credential_ids: Type.Array(Type.String({ examples: ['AQIDBAUGBwgJCgsMDQ4PEA'] })),
  expires_at: DateTime,
}

/** A token of `TO_SIGN`, and what a passkey signed. */
const Signed = Type.Object({ token: Type.String({ minLength: 1, maxLength: 8192 }), response: PasskeyAssertion })

export const startPasskeyApproval = endpoint({
  area: 'approvals',
  method: 'POST',
  path: '/api/approvals/:id/passkey',
  summary: 'Returns what a passkey of the caller’s node must sign for an approval with the method passkey',
  access: 'token',
  repeatable: true,
  params: ApprovalParams,
  responses: { 200: Type.Object(TO_SIGN) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'APPROVAL_ENDED', 'METHOD_TOO_WEAK', 'PASSKEYS_UNAVAILABLE'],
})

export const confirmApproval = endpoint({
  area: 'approvals',
  method: 'POST',
  path: '/api/approvals/:id/confirm',
  summary:
    'Grants an approval without motion: by one press (method tap), by a passkey signature (method passkey) or, if its site allows it, by the code that POST /api/send-otp mailed to the node’s owner',
  access: 'token',
  params: ApprovalParams,
  body: Type.Object({
    /** Where the site allows another way than a scan. */
    otp: Type.Optional(Otp),
    /** Where the method is passkey: the token of the statement, and what a passkey signed. */
    passkey: Type.Optional(Signed),
    /** Digest of the action that the person was shown. */
    digest: ActionDigest,
  }),
  example: { digest: EXAMPLE_DIGEST },
  responses: { 200: ApprovalResult },
  problems: [
    'UNAUTHORIZED',
    'NOT_FOUND',
    'APPROVAL_ENDED',
    'APPROVAL_DIGEST_WRONG',
    'OTHER_WAY_NOT_ALLOWED',
    'METHOD_TOO_WEAK',
    'PASSKEY_REFUSED',
    'CODE_INVALID',
    'TOO_MANY_TRIES',
  ],
})

/** An approval as shown to one of the people who are asked. */
export const AskedApproval = Type.Object({
  ...APPROVAL_FACTS,
  asker: Asker,
  /** The decision of this person. */
  decision: ApproverDecision,
  /** The assurance level that this person reached; null unless they approved. */
  reached: Type.Union([ReachedLevel, Type.Null()]),
})
export type AskedApproval = Static<typeof AskedApproval>

/** Part of a list. */
const Page = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
})

export const listApprovals = endpoint({
  area: 'approvals',
  method: 'GET',
  path: '/api/node/approvals',
  summary: 'Lists the approvals that the caller’s node was asked for in the last 90 days, newest first',
  access: 'token',
  scope: 'read',
  query: Page,
  responses: {
    200: Type.Object({
      approvals: Type.Array(AskedApproval),
      nextCursor: NullableText,
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const listPendingApprovals = endpoint({
  area: 'approvals',
  method: 'GET',
  path: '/api/approvals',
  summary:
    'Lists the caller’s open approvals and those it did not redeem in time, newest first; includes introductions of keys',
  access: 'public',
  accepts: ['siteSecret', 'agentSignature'],
  query: Page,
  responses: {
    200: Type.Object({
      approvals: Type.Array(Type.Object(APPROVAL_FACTS)),
      nextCursor: NullableText,
    }),
  },
  problems: ['UNAUTHORIZED', 'AGENT_SIGNATURE_REFUSED', 'AGENT_REVOKED'],
})

export const startIntroduction = endpoint({
  area: 'approvals',
  method: 'POST',
  path: '/api/node/askers/:asker/key',
  summary:
    'Returns what must be signed to introduce a key of the caller’s node to an asker: by this key or, if the asker knows another one, by that one',
  access: 'token',
  freshFor: 'Introducing a key',
  repeatable: true,
  params: AskerParams,
  body: Type.Object({
    /** The passkey whose key the asker is to know. */
    passkey: Type.String({ maxLength: 64, examples: ['3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a'] }),
  }),
  example: { passkey: '3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a' },
  responses: { 200: Type.Object({ ...TO_SIGN, action: ApprovalAction }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'PASSKEYS_UNAVAILABLE'],
})

export const introduceKey = endpoint({
  area: 'approvals',
  method: 'PUT',
  path: '/api/node/askers/:asker/key',
  summary:
    'Introduces a key of the caller’s node to an asker, which redeems it like an approval within a day; afterwards only this key signs approvals for that asker',
  access: 'token',
  freshFor: 'Introducing a key',
  params: AskerParams,
  body: Signed,
  example: {
    token: 'AQIDBAUGBwgJCgsMDQ4PEA',
    response: {
      id: 'q83vEjRWeJCrze8SNFZ4kA',
      rawId: 'q83vEjRWeJCrze8SNFZ4kA',
      type: 'public-key',
      response: {
        clientDataJSON: 'q83vEjRWeJCrze8SNFZ4kA',
        authenticatorData: 'q83vEjRWeJCrze8SNFZ4kA',
        signature: 'q83vEjRWeJCrze8SNFZ4kA',
      },
    },
  },
  responses: { 200: AllowedAsker },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'PASSKEY_REFUSED'],
})

export const auditApprovals = endpoint({
  area: 'approvals',
  method: 'GET',
  path: '/api/admin/approvals',
  summary:
    'Lists who asked whom for what kind of action, with the outcome, newest first; without the text of the action',
  access: 'admin',
  query: Page,
  responses: {
    200: Type.Object({
      approvals: Type.Array(
        Type.Object({
          id: ApprovalId,
          asker: Asker,
          need: Type.Integer(),
          approvers: Type.Array(Type.Object({ node_handle: Type.String(), status: ApproverDecision })),
          type: Type.String(),
          digest: ActionDigest,
          status: ApprovalStatus,
          reason: Denial,
          method: ApprovalMethod,
          assurance: ReachedLevel,
          /** The lowest level that one of the people reached. */
          reached: Type.Union([ReachedLevel, Type.Null()]),
          created_at: DateTime,
          decided_at: OptionalDateTime,
          redeemed_at: OptionalDateTime,
          test: Type.Boolean(),
        }),
      ),
      nextCursor: NullableText,
    }),
  },
  problems: ['UNAUTHORIZED'],
})
