import { CHECK_SECONDS } from '@stillhere/contract'
import { type Receipt, readPresencePolicy } from '@stillhere/receipt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { takeFromSiteBudget } from '../../platform/limits/budgets.ts'
import type { Service } from '../../platform/service.ts'
import { listMethods } from '../../scan/receipts/issuer.ts'
import { addCheck, draftForSignIn } from '../checks/create.ts'
import { type Ended, redeemCheckForService } from '../request/redeem.ts'
import { findAskingSite, type SiteRow } from '../sites/store.ts'
import { library } from './library.ts'
import { findHighestLevel } from './policy.ts'
import { chooseLevel, readDemand, stateAcr, writeAccountId } from './rules.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** One step of an interaction: who answers it, and in which browser it was asked for. */
export type Step = { provider: Provider; request: FastifyRequest; reply: FastifyReply; uid: string }

/** Makes the check that an interaction is settled by, and returns its page; undefined where this browser did not begin it. */
export async function beginCheck(service: Service, step: Step): Promise<string | undefined> {
  const begun = await findBegun(service, step)
  if (!begun) return undefined
  const { interaction, site } = begun
  const level = chooseLevel(readDemand(interaction.params), await findHighestLevel(service))
  // The policy has refused what cannot be reached.
  if (level === undefined) return undefined
  await takeFromSiteBudget(service, 'check.oidc.site', site.siteKey)
  const check = draftForSignIn(service, site, {
    assurance: level,
    nonce: bindTo(service, step.uid),
    returnUrl: `${step.provider.issuer}/interaction/${step.uid}/done`,
    seconds: CHECK_SECONDS.usual,
  })
  return service.db.transaction(async (tx) => (await addCheck(tx, service, { check, request: step.request })).url)
}

type Brought = { check: string; code: string }

/** Settles an interaction by what came of its check, once, and returns where to go on; undefined for a check that is not its own. */
export async function finishCheck(service: Service, step: Step, brought: Brought): Promise<string | undefined> {
  const begun = await findBegun(service, step)
  if (!begun) return undefined
  const { interaction, site } = begun
  const ended = await redeemCheckForService(service, { ...brought, siteId: site.id, nonce: bindTo(service, step.uid) })
  if (!ended) return undefined
  const result = ended.status === 'passed' ? describeLogin(interaction, site, ended) : describeRefusal(ended)
  if (result.login) await leaveOtherSession(step.provider, interaction, result.login.accountId)
  const { request, reply, provider } = step
  return provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
}

/** The interaction that this browser has begun, by its cookie, with the site that asks. */
async function findBegun(
  { db }: Service,
  { provider, request, reply, uid }: Step,
): Promise<{ interaction: Interaction; site: SiteRow } | undefined> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    const site = await findAskingSite(db, String(interaction.params['client_id']))
    return site && interaction.uid === uid ? { interaction, site } : undefined
  } catch (error) {
    if (error instanceof library.errors.SessionNotFound) return undefined
    throw error
  }
}

/** What a check has as its nonce, so that it settles this interaction and no other. */
function bindTo({ secrets }: Service, uid: string): string {
  return secrets.hash('oidc-interaction', uid).toString('base64url')
}

function describeLogin(
  { params }: Interaction,
  site: SiteRow,
  { subject, reached, settledAt, receipt }: Extract<Ended, { status: 'passed' }>,
): InteractionResults {
  return {
    login: {
      accountId: writeAccountId(site.siteKey, subject),
      acr: stateAcr(readDemand(params), reached),
      amr: listMethods(readPresencePolicy(receipt as Receipt) ?? { device: 'none' }),
      ts: Math.floor(settledAt.getTime() / 1000),
    },
    consent: {},
  }
}

function describeRefusal({ status, reason }: Exclude<Ended, { status: 'passed' }>): InteractionResults {
  const description = status === 'expired' ? 'the check has expired' : `the check has failed: ${reason}`
  return { error: 'access_denied', error_description: description }
}

/** A session is that of one person at one site. Who signs in as somebody else, or elsewhere, leaves the one before. */
async function leaveOtherSession(provider: Provider, interaction: Interaction, accountId: string): Promise<void> {
  const { session } = interaction
  if (!session || session.accountId === accountId) return
  await (await provider.Session.findByUid(session.uid))?.destroy()
  delete interaction.session
  await interaction.persist()
}
