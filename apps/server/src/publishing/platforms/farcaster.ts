import { HOUR_MS } from '../../platform/day.ts'
import type { Credentials } from '../../platform/settings/publishing.ts'
import { sendJson, toFailure, readText, refuseUnreadable, parseWait } from '../provider.ts'
import type { Composition, Job, Outcome, Post, Target } from '../target.ts'
import { refuseTooLong } from '../target.ts'
import { countBytes, splitParagraphs, formatQuiet } from '../text.ts'

const LABEL = 'Farcaster'
// A cast has 320 bytes, a long cast up to 1024; the API chooses which it is by the length.
const LIMIT = 1024
const MAX_EMBED_BYTES = 256
// How long the API remembers an idem is not documented; this long is safe to assume.
const REMEMBERED_MS = HOUR_MS

type Own = NonNullable<Credentials['farcaster']>

/**
 * Creates the target that publishes posts on Farcaster by the Neynar API at `api`. Without credentials (`own`) it can only compose posts. The
 * API reads @name as a mention, so an invisible character follows every @. https://docs.neynar.com/reference/publish-cast
 */
export function createFarcasterTarget(own: Own | undefined, api: string): Target {
  return {
    name: 'farcaster',
    label: LABEL,
    compose: createPost,
    sender: own && {
      send: (job) => send(own, api, job),
      remembersForMs: REMEMBERED_MS,
      secrets: [own.apiKey, own.signerUuid],
    },
  }
}

function createPost({ title, content, url }: Post): Composition {
  const text = formatQuiet(splitParagraphs(title, content))
  const length = { count: countBytes(text), limit: LIMIT, unit: 'bytes' as const }
  const embed = { count: countBytes(url ?? ''), limit: MAX_EMBED_BYTES, unit: 'bytes' as const }
  const problems = [...refuseTooLong('/content', length, LABEL), ...refuseTooLong('/url', embed, LABEL)]
  if (problems.length > 0) return { problems }
  return { composed: { text, message: { text, ...(url ? { embeds: [{ url }] } : {}) }, length } }
}

async function send({ apiKey, signerUuid, channel }: Own, api: string, job: Job): Promise<Outcome> {
  const body = {
    signer_uuid: signerUuid,
    ...job.message,
    ...(channel === undefined ? {} : { channel_id: channel }),
    idem: job.reference,
  }
  const headers = { 'x-api-key': apiKey }
  const reply = await sendJson(`${api}/v2/farcaster/cast`, body, { headers, signal: job.signal })
  if (reply.kind !== 'answer' || reply.status !== 200) {
    return toFailure(reply, ({ json, headers: said }) => ({
      code: readText(json, 'code'),
      message: readText(json, 'message'),
      retryAfterSeconds: parseWait(said.get('ratelimit-reset')),
    }))
  }
  const postId = readText(reply.json, 'cast', 'hash')
  if (postId === undefined || !/^0x[0-9a-f]{40}$/i.test(postId)) return refuseUnreadable()
  return { kind: 'published', postId, postUrl: `https://farcaster.xyz/~/conversations/${postId}` }
}
