import type { AssuranceLevel, BodyOf, requestChallenge, SubjectKind, Verification } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import type { SignedFor } from '../identity/passkeys/rules.ts'
import type { Queries, Transaction } from '../platform/database/pool.ts'
import type { Service } from '../platform/service.ts'

/** Audience and purpose of a scan, as its receipt states them. */
export type Binding = { audience?: string; action?: string; nonce?: string; actionDigest?: string }

/** The check or approval that a scan answers, and the page, phone or node (`holder`) that held it when the scan began. */
export type TargetRef = { kind: 'check' | 'approval'; id: string; holder: string | null }

/** A check or approval for which a challenge is requested: it decides what the scan is bound to and which level the scan must reach. */
type ReadTarget = {
  target: TargetRef
  binding: Binding
  assurance: AssuranceLevel
  test: boolean
  /** For whom a passkey of the person may sign the scan. */
  signedFor: SignedFor
}

type AskedChallenge = {
  body: BodyOf<typeof requestChallenge>
  node: { id: number } | null
  request: FastifyRequest
}

/** The result of a scan that was good enough. */
type GrantedScan = { receipt: Receipt; token?: string; level: AssuranceLevel; subjectKind: SubjectKind }

/** The part of the response that names the answered request. */
export type TargetResult = Pick<Verification, 'check' | 'approval'>

/** An open request that no other transaction can change until this one ends. */
type LockedTarget = {
  test: boolean
  /** Whether the receipt is to carry the key of the person. */
  sharesKey: boolean
  signedFor: SignedFor
  /** Whether it also takes a person of whom nothing is known. */
  takesFirstVisit: boolean
  grant: (scan: GrantedScan) => Promise<TargetResult>
}

/** Access to the checks and approvals that scans answer. Verification knows nothing else about them. */
export type ScanTarget = {
  /** Reads the request that a challenge names; undefined for a scan that is for its receipt alone. */
  read: (tx: Transaction, service: Service, asked: AskedChallenge) => Promise<ReadTarget | undefined>
  /** Throws 401 unless the caller may still answer the request, and 400 for an audience that no receipt may have. */
  requireAccess: (
    db: Transaction,
    service: Service,
    asked: { target: TargetRef | undefined; audience: string | undefined; request: FastifyRequest },
  ) => Promise<void>
  /** Throws 400 for an audience that no receipt may have. */
  requireAudience: (
    db: Queries,
    service: Service,
    asked: { audience: string; request: FastifyRequest },
  ) => Promise<void>
  /** Locks the request; undefined if it has ended, or another page, phone or node has it now. */
  lock: (tx: Transaction, service: Service, target: TargetRef) => Promise<LockedTarget | undefined>
  /** Counts a refused scan, which may end the request. */
  refuse: (tx: Transaction, service: Service, target: TargetRef) => Promise<TargetResult>
}

/** The refusal of a scan whose request ended, or went to another page, before the scan was answered. */
export const TARGET_GONE = {
  rejection: 'challenge_invalid',
  words: 'What this scan was for has ended, or another page or phone has it.',
} as const
