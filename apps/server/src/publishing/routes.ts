import {
  type AnswerOf,
  type BodyOf,
  listPublications,
  type PlatformName,
  PLATFORMS,
  publish,
  type PublishResult,
  reconcilePublication,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toTaskResult, type CaughtProblem, readBody, requireResult } from '../platform/http/body.ts'
import { serve, serveTx } from '../platform/http/endpoint.ts'
import { spendAddressBudget, runOnCpuBudget } from '../platform/limits/budgets.ts'
import { type FieldProblem, refuseField, RequestProblem } from '../platform/problem.ts'
import type { Service } from '../platform/service.ts'
import { hasCredentials, type PublishingSettings } from '../platform/settings/publishing.ts'
import type { TaskResult } from '../platform/threads/threads.ts'
import { blueskyTarget } from './platforms/bluesky.ts'
import { discordTarget } from './platforms/discord.ts'
import { farcasterTarget } from './platforms/farcaster.ts'
import { linkedinTarget } from './platforms/linkedin.ts'
import { redditTarget } from './platforms/reddit.ts'
import { telegramTarget } from './platforms/telegram.ts'
import { publishOnce, settleByPlatform } from './publish.ts'
import { describePublication, readPost, toPreview } from './rules.ts'
import { countUnclear, findPublication, findPublications, settle, type StoredPublication } from './store.ts'
import type { Composed, Post, Target } from './target.ts'
import { parseHref } from './text.ts'

export function publishingRoutes(app: FastifyInstance, service: Service): void {
  const targets = openTargets(service.settings.publishing)
  requireAdminOncePossible(app, service)

  // The row of the publication sees to it that nothing is sent twice, whatever becomes of the answer.
  serve(app, publish, async ({ body: bytes, request }) => {
    await spendAddressBudget(service, 'publish.address', request)
    const body = await runOnCpuBudget(service, request, async ({ threads }) =>
      requireResult(await threads.run(readPublication, bytes)),
    )
    return await publishOn(service, targets[body.platform], { body, request })
  })

  serveTx(app, listPublications, async (tx, { query: { platform = null, status = null, limit = 100 } }) => ({
    publications: (await findPublications(tx, { platform, state: status, limit, now: tx.now })).map((one) =>
      describePublication(one, tx.now),
    ),
    unknown: await countUnclear(tx, tx.now),
    connected: listConnected(targets),
  }))

  // Settled once; whoever asks again is told what is known.
  serve(
    app,
    reconcilePublication,
    async ({ params, body }) => await reconcile(service, targets, { id: idIn(params), body }),
  )
}

/** Before there are credentials nothing can be posted, so nobody needs to prove anything. Decided before the body is read. */
function requireAdminOncePossible(app: FastifyInstance, { settings }: Service): void {
  if (!hasCredentials(settings.publishing)) return
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === publish) await app.requireAdmin(request)
  })
}

type Asked = { body: BodyOf<typeof publish>; request: FastifyRequest }

async function publishOn(service: Service, target: Target, { body, request }: Asked): Promise<PublishResult> {
  const post = readPost(body)
  if (Array.isArray(post)) throw invalidPostProblem(post)
  const composition = target.compose(post)
  if ('problems' in composition) throw invalidPostProblem(composition.problems)
  const { composed } = composition
  if (body.dry_run === true || !target.sender)
    return notSent(target, { post, composed, isDryRun: body.dry_run === true })
  const key = request.headers['idempotency-key']
  const idempotencyKey = typeof key === 'string' ? key : undefined
  return publishOnce(service, { target, sender: target.sender, post, composed, idempotencyKey })
}

function invalidPostProblem(problems: FieldProblem[]): RequestProblem {
  const detail = problems.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
  return new RequestProblem('INVALID_REQUEST', detail, { errors: problems })
}

type Unsent = { post: Post; composed: Composed; isDryRun: boolean }

function notSent({ name, label, shareUrl, sender }: Target, { post, composed, isDryRun }: Unsent): PublishResult {
  const status = isDryRun || shareUrl ? 'PREVIEW' : 'SKIPPED'
  const missing = `There are no credentials for ${label}.`
  const byHand = shareUrl ? `${missing} A person can publish it by the share link.` : missing
  return {
    success: true,
    status,
    result: status,
    platform: name,
    preview: toPreview(composed, sender ? undefined : shareUrl?.(post)),
    reason: isDryRun ? 'Nothing is sent in a dry run.' : byHand,
  }
}

type Reconciled = { id: string; body: BodyOf<typeof reconcilePublication> }

async function reconcile(
  service: Service,
  targets: Targets,
  { id, body }: Reconciled,
): Promise<AnswerOf<typeof reconcilePublication>> {
  const publication = (await findPublication(service.db, id)) ?? notFound()
  if (body.status === undefined) await askPlatform(service, targets[publication.platform], publication)
  else await believeOperator(service, id, { ...body, status: body.status })
  return describePublication((await findPublication(service.db, id)) ?? notFound(), service.now())
}

async function askPlatform(service: Service, target: Target, publication: StoredPublication): Promise<void> {
  const isSettled = publication.state === 'published' || publication.state === 'failed'
  if (isSettled || !target.sender) return
  await settleByPlatform(service, { target, sender: target.sender, publication })
}

type Seen = Reconciled['body'] & { status: 'published' | 'failed' }

async function believeOperator(service: Service, id: string, { status, post_id, post_url }: Seen): Promise<void> {
  if (post_url !== undefined && parseHref(post_url) === null) throw refuseField('/post_url', 'must be a web address')
  const isThere = status === 'published'
  const place = { postId: isThere ? (post_id ?? null) : null, postUrl: isThere ? (post_url ?? null) : null }
  const settled = await service.db.transaction((tx) => settle(tx, id, { state: status, ...place, now: tx.now }))
  if (settled) return
  throw new RequestProblem(
    'PUBLICATION_SETTLED',
    'It is known what became of this publication, or it is just being sent.',
  )
}

function idIn({ id }: { id: string }): string {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : notFound()
}

function notFound(): never {
  throw new RequestProblem('NOT_FOUND', 'There is no such publication.')
}

type Targets = Readonly<Record<PlatformName, Target>>

/** Every platform, with the credentials that the settings have for it. */
export function openTargets({ credentials, apis, subreddit }: PublishingSettings): Targets {
  return {
    bluesky: blueskyTarget(credentials.bluesky, apis.bluesky),
    linkedin: linkedinTarget(credentials.linkedin, { api: apis.linkedin, tokens: apis.linkedinTokens }),
    farcaster: farcasterTarget(credentials.farcaster, apis.farcaster),
    discord: discordTarget(credentials.discord, apis.discord),
    telegram: telegramTarget(credentials.telegram, apis.telegram),
    reddit: redditTarget(credentials.reddit, { api: apis.reddit, tokens: apis.redditTokens, subreddit }),
  }
}

/** The platforms that the service has credentials for. */
function listConnected(targets: Targets): PlatformName[] {
  return PLATFORMS.filter((name) => targets[name].sender !== undefined)
}

/** In a thread: reads the body of POST /api/matrix/publish. */
export function readPublication(bytes: Uint8Array): TaskResult<CaughtProblem<BodyOf<typeof publish>>> {
  return toTaskResult(() => readBody(publish, bytes))
}
