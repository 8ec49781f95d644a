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
import { createBlueskyTarget } from './platforms/bluesky.ts'
import { createDiscordTarget } from './platforms/discord.ts'
import { createFarcasterTarget } from './platforms/farcaster.ts'
import { createLinkedinTarget } from './platforms/linkedin.ts'
import { createRedditTarget } from './platforms/reddit.ts'
import { createTelegramTarget } from './platforms/telegram.ts'
import { runPublication, verifyOnPlatform } from './publish.ts'
import { describePublication, readPost, toPreview } from './rules.ts'
import { countUnclear, findPublication, findPublications, updateState, type StoredPublication } from './store.ts'
import type { ComposedPost, Post, Target } from './target.ts'
import { parseHref } from './text.ts'

/** Serves the endpoints that publish posts on social platforms, list publications, and reconcile those of unknown outcome. */
export function servePublishing(app: FastifyInstance, service: Service): void {
  const targets = openTargets(service.settings.publishing)
  requireAdminOncePossible(app, service)

  // The row of the publication prevents a second post, even if the response is lost.
  serve(app, publish, async ({ body: bytes, request }) => {
    await spendAddressBudget(service, 'publish.address', request)
    const body = await runOnCpuBudget(service, request, async ({ threads }) =>
      requireResult(await threads.run(readPublication, bytes)),
    )
    return await runOn(service, targets[body.platform], { body, request })
  })

  serveTx(app, listPublications, async (tx, { query: { platform = null, status = null, limit = 100 } }) => ({
    publications: (await findPublications(tx, { platform, state: status, limit, now: tx.now })).map((one) =>
      describePublication(one, tx.now),
    ),
    unknown: await countUnclear(tx, tx.now),
    connected: listConnected(targets),
  }))

  // Decided once; later calls get the known outcome.
  serve(
    app,
    reconcilePublication,
    async ({ params, body }) => await checkPublication(service, targets, { id: readId(params), body }),
  )
}

/** Requires the admin for publishing, before the body is read. Without credentials nothing can be posted, so no proof is required. */
function requireAdminOncePossible(app: FastifyInstance, { settings }: Service): void {
  if (!hasCredentials(settings.publishing)) return
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === publish) await app.requireAdmin(request)
  })
}

type PublicationCall = { body: BodyOf<typeof publish>; request: FastifyRequest }

async function runOn(service: Service, target: Target, { body, request }: PublicationCall): Promise<PublishResult> {
  const post = readPost(body)
  if (Array.isArray(post)) throw refuseInvalidPost(post)
  const composition = target.compose(post)
  if ('problems' in composition) throw refuseInvalidPost(composition.problems)
  const { composed } = composition
  if (body.dry_run === true || !target.sender)
    return refuseNotSent(target, { post, composed, isDryRun: body.dry_run === true })
  const key = request.headers['idempotency-key']
  const idempotencyKey = typeof key === 'string' ? key : undefined
  return runPublication(service, { target, sender: target.sender, post, composed, idempotencyKey })
}

function refuseInvalidPost(problems: FieldProblem[]): RequestProblem {
  const detail = problems.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
  return new RequestProblem('INVALID_REQUEST', detail, { errors: problems })
}

type Unsent = { post: Post; composed: ComposedPost; isDryRun: boolean }

function refuseNotSent({ name, label, shareUrl, sender }: Target, { post, composed, isDryRun }: Unsent): PublishResult {
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

type CheckedPublication = { id: string; body: BodyOf<typeof reconcilePublication> }

async function checkPublication(
  service: Service,
  targets: Targets,
  { id, body }: CheckedPublication,
): Promise<AnswerOf<typeof reconcilePublication>> {
  const publication = (await findPublication(service.db, id)) ?? refuseUnknown()
  if (body.status === undefined) await findOnOwnPlatform(service, targets[publication.platform], publication)
  else await recordOperatorWord(service, id, { ...body, status: body.status })
  return describePublication((await findPublication(service.db, id)) ?? refuseUnknown(), service.now())
}

async function findOnOwnPlatform(service: Service, target: Target, publication: StoredPublication): Promise<void> {
  const isSettled = publication.state === 'published' || publication.state === 'failed'
  if (isSettled || !target.sender) return
  await verifyOnPlatform(service, { target, sender: target.sender, publication })
}

type SeenPost = CheckedPublication['body'] & { status: 'published' | 'failed' }

async function recordOperatorWord(
  service: Service,
  id: string,
  { status, post_id, post_url }: SeenPost,
): Promise<void> {
  if (post_url !== undefined && parseHref(post_url) === null) throw refuseField('/post_url', 'must be a web address')
  const isThere = status === 'published'
  const place = { postId: isThere ? (post_id ?? null) : null, postUrl: isThere ? (post_url ?? null) : null }
  const settled = await service.db.transaction((tx) => updateState(tx, id, { state: status, ...place, now: tx.now }))
  if (settled) return
  throw new RequestProblem(
    'PUBLICATION_SETTLED',
    'It is known what became of this publication, or it is just being sent.',
  )
}

function readId({ id }: { id: string }): string {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : refuseUnknown()
}

function refuseUnknown(): never {
  throw new RequestProblem('NOT_FOUND', 'There is no such publication.')
}

type Targets = Readonly<Record<PlatformName, Target>>

/** Creates the targets of all platforms, with the credentials that the settings have for them. Opens no connection. */
export function openTargets({ credentials, apis, subreddit }: PublishingSettings): Targets {
  return {
    bluesky: createBlueskyTarget(credentials.bluesky, apis.bluesky),
    linkedin: createLinkedinTarget(credentials.linkedin, { api: apis.linkedin, tokens: apis.linkedinTokens }),
    farcaster: createFarcasterTarget(credentials.farcaster, apis.farcaster),
    discord: createDiscordTarget(credentials.discord, apis.discord),
    telegram: createTelegramTarget(credentials.telegram, apis.telegram),
    reddit: createRedditTarget(credentials.reddit, { api: apis.reddit, tokens: apis.redditTokens, subreddit }),
  }
}

/** Lists the platforms for which the service has credentials. */
function listConnected(targets: Targets): PlatformName[] {
  return PLATFORMS.filter((name) => targets[name].sender !== undefined)
}

/** Parses and validates the body of POST /api/matrix/publish. Runs in a worker thread, so it returns problems instead of throwing them. */
export function readPublication(bytes: Uint8Array): TaskResult<CaughtProblem<BodyOf<typeof publish>>> {
  return toTaskResult(() => readBody(publish, bytes))
}
