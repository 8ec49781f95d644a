import { ApprovalAction, type AssuranceLevel } from '@stillhere/contract'
import { type Language, LANGUAGES } from '@stillhere/messages'
import { parseJson } from '@stillhere/receipt'
import { writeBindingWords } from '@stillhere/receipt/view'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { createBodyCheck } from '../../platform/http/body.ts'
import { queueDelivery } from '../../platform/outbox/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { listMethods } from '../../scan/receipts/issuer.ts'
import { findByApprover } from '../asker-store.ts'
import { addApproval } from '../request/create.ts'
import { redeemApprovalForService } from '../request/redeem.ts'
import { computeActionDigest, describeSite, findActionProblems, readApprovalStatus } from '../request/rules.ts'
import { findBackchannelApproval, type StoredApproval } from '../request/store.ts'
import { findAskingSite } from '../sites/store.ts'
import {
  type AcrParams,
  selectLevel,
  findHighestLevel,
  library,
  readDemand,
  readSubject,
  computeAcr,
  toAccountId,
} from './policy.ts'

type Backchannel = Extract<NonNullable<NonNullable<Configuration['features']>['ciba']>, { enabled: boolean }>

/**
 * Returns the oidc-provider settings for backchannel requests (CIBA): a site asks, the person approves on their own device, and the site polls
 * for tokens or is pinged. `issuer`: the address of the OpenID issuer.
 */
export function describeBackchannel(service: Service, issuer: string): Backchannel {
  return {
    enabled: true,
    deliveryModes: ['poll', 'ping'],
    processLoginHint: (ctx, hint = '') => findAccountId(service, ctx, hint),
    processLoginHintToken: () => undefined,
    verifyUserCode: ({ oidc }, account) => {
      // An id_token_hint names the subject alone, which is not enough to know by whom it is known.
      if (readSubject(account.accountId, oidc.client?.clientId ?? '') === undefined)
        throw new library.errors.UnknownUserId(
          'login_hint must be the handle or the subject of somebody who lets you ask',
        )
    },
    validateRequestContext: async ({ oidc }) => {
      readAction(oidc.params ?? {})
      readLevel(oidc.params ?? {}, await findHighestLevel(service))
    },
    validateBindingMessage: () => undefined,
    triggerAuthenticationDevice: (ctx, request) => ask(service, issuer, { ctx, authReqId: request.jti }),
  }
}

/** Finds a person who lets the calling site ask, by handle or subject. */
async function findAccountId({ db }: Service, { oidc }: KoaContextWithOIDC, hint: string): Promise<string | undefined> {
  const site = await findAskingSite(db, oidc.client?.clientId ?? '')
  if (!site || hint.includes('\0')) return undefined
  const found = await findByApprover(db, { kind: 'site', id: site.id }, hint)
  return found?.endedAt === null ? toAccountId(site.siteKey, found.subject) : undefined
}

type StartedRequest = { ctx: KoaContextWithOIDC; authReqId: string }

/** Stores the approval that a backchannel request waits for, and queues its ping if the site has a ping address. */
async function ask(service: Service, issuer: string, { ctx: { oidc }, authReqId }: StartedRequest): Promise<void> {
  const site = await findAskingSite(service.db, oidc.client?.clientId ?? '')
  const approver = site && readSubject(oidc.account?.accountId ?? '', site.siteKey)
  if (!site || approver === undefined) throw new library.errors.UnknownUserId('could not identify end-user')
  const params = oidc.params ?? {}
  const body = {
    approver,
    ...readAction(params),
    assurance: readLevel(params, await findHighestLevel(service)),
    expires_in: readExpiry(params),
  }
  const origin = issuer.replace(/\/oidc$/, '')
  const { db, secrets } = service
  await db
    .transaction(async (tx) => {
      const authReqHash = secrets.hash('backchannel', authReqId)
      const approval = await addApproval(tx, service, { asker: describeSite(site), body, origin, authReqHash })
      if (site.pingUrl === null) return
      const payload = secrets.seal('backchannel', JSON.stringify({ authReqId, issuer }))
      const ping = { channel: 'ping', kind: 'decision', key: approval.id, lane: site.id, payload } as const
      // Sooner if it is decided: see updateDueTime.
      await queueDelivery(tx, { ...ping, now: tx.now, dueAt: new Date(approval.expires_at) })
    })
    .catch(refuseAsProvider)
}

// CIBA Core, section 13: any other failure is sent as a denial with its reason.
function refuseAsProvider(error: unknown): never {
  if (error instanceof RequestProblem) throw new library.errors.AccessDenied(error.message)
  throw error
}

/** Returns the lifetime of a backchannel request and its approval in seconds: `requested_expiry` limited to 60..3600, or 600 if it is absent. */
export function readExpiry({ requested_expiry: wanted }: { requested_expiry?: unknown }): number {
  return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, Number(wanted ?? USUAL_SECONDS)))
}

const [SHORTEST_SECONDS, USUAL_SECONDS, LONGEST_SECONDS] = [60, 600, 3600]

/**
 * Passes the outcome of an approval on to the OpenID provider, which then answers the backchannel request with tokens or an error. Does
 * nothing if the approval is open, the request is unknown, or it was settled before.
 */
export async function settleBackchannel(service: Service, provider: Provider, authReqId: string): Promise<void> {
  const { db, secrets, now } = service
  const approval = await findBackchannelApproval(db, secrets.hash('backchannel', authReqId))
  const request = approval && (await provider.BackchannelAuthenticationRequest.find(authReqId))
  const status = approval && readApprovalStatus(approval, now())
  if (!request || request.grantId || request.error || status === 'open') return
  if (approval.state !== 'granted') {
    const denial =
      status === 'denied'
        ? new library.errors.AccessDenied(approval.reason ?? '')
        : new library.errors.ExpiredToken('nobody decided')
    return provider.backchannelResult(request, denial)
  }
  const grant = new provider.Grant({ clientId: request.clientId, accountId: request.accountId })
  grant.addOIDCScope('openid')
  await grant.save()
  return provider.backchannelResult(request, grant, describeGrant(approval, request.params ?? {}))
}

function describeGrant({ reached, endedAt, expiresAt }: StoredApproval, params: Record<string, unknown>) {
  if (reached === 0) throw new Error('OpenID Connect allows no approval without motion')
  return {
    acr: computeAcr(readDemand(params), reached ?? 1),
    amr: listMethods({ device: (reached ?? 1) > 1 ? 'passkey' : 'none' }),
    authTime: Math.floor((endedAt ?? expiresAt).getTime() / 1000),
  }
}

/**
 * Redeems the approval of a backchannel request and returns claims for the id_token: the action digest and, if there is one, the presence
 * token. Works once; throws InvalidGrant if the approval was redeemed before, has expired or isn't found.
 */
export async function redeemBackchannel(
  service: Service,
  authReqId: string,
): Promise<{ action_digest: string; presence_token?: string }> {
  const approval = await findBackchannelApproval(service.db, service.secrets.hash('backchannel', authReqId))
  const redeemed = approval && (await redeemApprovalForService(service, approval))
  if (!redeemed) throw new library.errors.InvalidGrant('the approval was used before, or has expired')
  return { action_digest: redeemed.digest, ...(redeemed.token && { presence_token: redeemed.token }) }
}

const checkAction = createBodyCheck(ApprovalAction)

/** The parameters of a backchannel request that say what is to be approved. */
type ActionParams = { request_context?: unknown; binding_message?: unknown }

type AskedAction = {
  action: ApprovalAction
  /** The language of the binding words; absent if the binding message is other text. */
  language?: Language
}

/**
 * The action that a backchannel request asks for: that of `request_context`, whose six words the binding message must then be, in any language; or,
 * for clients that know only the standard, the binding message itself. Throws what the provider answers with where people could not be shown it.
 */
function readAction({ request_context: context, binding_message: message }: ActionParams): AskedAction {
  const action = context === undefined ? { type: 'ciba', summary: message } : parseContext(context)
  if (context === undefined && message === undefined)
    throw new library.errors.InvalidRequest('binding_message or request_context must say what is to be approved')
  const Refused = context === undefined ? library.errors.InvalidBindingMessage : library.errors.InvalidRequest
  const problem = checkAction(action)
  if (problem) throw new Refused(problem.message)
  const [deceptive] = findActionProblems(action as ApprovalAction)
  if (deceptive) throw new Refused(`${deceptive.pointer} ${deceptive.message}`)
  const isBound = context !== undefined && message !== undefined
  return {
    action: action as ApprovalAction,
    ...(isBound && { language: findLanguageOf(message, action as ApprovalAction) }),
  }
}

function parseContext(context: unknown): unknown {
  try {
    return parseJson(String(context))
  } catch {
    throw new library.errors.InvalidRequest('request_context must be JSON, each name once: { type, summary, details? }')
  }
}

/** Returns the language in which the message is the six binding words of the action. Throws InvalidBindingMessage if it is so in no language. */
function findLanguageOf(message: unknown, action: ApprovalAction): Language {
  const digest = computeActionDigest(action)
  const language = LANGUAGES.find((one) => message === writeBindingWords(digest, one))
  if (language !== undefined) return language
  const wanted = writeBindingWords(digest, 'en')
  throw new library.errors.InvalidBindingMessage(`binding_message must be the six words of the digest: ${wanted}`)
}

/** Returns the assurance level to ask for; 2 if the request names no `acr`. Throws if the named levels can't be reached. */
function readLevel(params: AcrParams, highest: AssuranceLevel): AssuranceLevel {
  const demand = readDemand(params)
  const level = demand.values.length === 0 ? 2 : selectLevel(demand, highest)
  if (level !== undefined) return level
  throw new library.errors.UnmetAuthenticationRequirements('this service cannot reach the acr that is asked for')
}
