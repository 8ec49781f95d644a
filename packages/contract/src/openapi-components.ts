import type { TSchema } from 'typebox'
import { AgentKey, AgentOperator, AgentProof, AgentRecord } from './agents.ts'
import { ChallengeAction } from './challenge.ts'
import {
  Capture,
  DESCRIBED,
  Landmarks,
  MotionResponse,
  MotionSignature,
  PresentedEnrollment,
  Receipt,
} from './described.ts'
import { EntropyRecorded, EntropyState, LedgerEntry } from './entropy.ts'
import { Identity } from './identity.ts'
import { Invite } from './invites.ts'
import { OutboxMail } from './mail.ts'
import {
  GenesisCohort,
  NetworkNode,
  NetworkStatus,
  NodeCounts,
  NodeToken,
  PresenceNetwork,
  Privileges,
} from './nodes.ts'
import { Passkey } from './passkeys.ts'
import { Problem, SandboxMark } from './problem.ts'
import { Publication, PublishResult } from './publishing.ts'
import { IssuedReceipt, IssuerKey, ReceiptReport } from './receipts.ts'
import { ResearchStats, ResearchUpload, StrokeUpload } from './research.ts'
import { Health, ServiceStatus } from './system.ts'
import { Enrollment, Verification } from './verification.ts'
import { NodeWallet, WalletSignIn } from './wallet.ts'

/** The schemas of `components.schemas` by their names in the OpenAPI document. */
export type Named = Readonly<Record<string, TSchema>>

/** Schemas used by several endpoints, or several times by one endpoint. */
export const NAMED_SCHEMAS: Named = {
  AgentKey,
  AgentOperator,
  AgentProof,
  AgentRecord,
  Capture,
  ChallengeAction,
  Enrollment,
  EntropyRecorded,
  EntropyState,
  GenesisCohort,
  Health,
  Identity,
  Invite,
  IssuedReceipt,
  IssuerKey,
  Landmarks,
  LedgerEntry,
  MotionResponse,
  MotionSignature,
  NetworkNode,
  NetworkStatus,
  NodeCounts,
  NodeToken,
  NodeWallet,
  OutboxMail,
  Passkey,
  PresenceNetwork,
  PresentedEnrollment,
  Privileges,
  Publication,
  PublishResult,
  Receipt,
  ReceiptReport,
  ResearchStats,
  ResearchUpload,
  ServiceStatus,
  StrokeUpload,
  Verification,
  WalletSignIn,
}

/**
 * Returns the `components` part of the OpenAPI document: each named schema as plain JSON, together with `Problem` and `SandboxMark`. Inside
 * a schema, other named schemas become `$ref`s.
 */
export function writeComponents(schemas: Named): { schemas: Record<string, unknown> } {
  const all: Named = { Problem, SandboxMark, ...schemas }
  const entries = Object.entries(all).map(([name, schema]) => [name, copySchema(schema, all)])
  return { schemas: Object.fromEntries(entries) }
}

/**
 * Returns a `$ref` to the schema if `schemas` contains it, otherwise the schema as plain JSON, in which named schemas become `$ref`s.
 * Values that aren't objects are returned unchanged.
 */
export function refer(given: unknown, schemas: Named): unknown {
  const schema = DESCRIBED.get(given) ?? given
  const name = Object.keys(schemas).find((one) => schemas[one] === schema)
  return name === undefined ? copySchema(schema, schemas) : { $ref: `#/components/schemas/${name}` }
}

// Only what is enumerable: TypeBox keeps its own marks aside.
function copySchema(schema: unknown, schemas: Named): unknown {
  if (Array.isArray(schema)) return schema.map((part) => refer(part, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, refer(part, schemas)]))
}
