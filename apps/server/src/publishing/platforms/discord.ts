import type { Credentials } from '../../platform/settings/publishing.ts'
import { sendJson, toFailure, readText, refuseUnreadable, readValue, parseWait } from '../provider.ts'
import type { Composition, Job, Outcome, Post, Target } from '../target.ts'
import { refuseTooLong } from '../target.ts'
import { countCodePoints, splitParagraphs } from '../text.ts'

const LABEL = 'Discord'
// Discord counts code points (discord-api-docs, issue 1315).
const LIMIT = 2000

type Own = NonNullable<Credentials['discord']>

/**
 * Creates the target that publishes posts on Discord by a webhook of the API at `api`. Without credentials (`own`) it can only compose posts.
 * Mentions in a post notify no one. https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function createDiscordTarget(own: Own | undefined, api: string): Target {
  return {
    name: 'discord',
    label: LABEL,
    compose: createPost,
    sender: own && { send: (job) => send(own, api, job), secrets: [own.webhookToken] },
  }
}

function createPost({ title, content, url }: Post): Composition {
  const text = splitParagraphs(title, content, url)
  const length = { count: countCodePoints(text), limit: LIMIT, unit: 'characters' as const }
  const problems = refuseTooLong('/content', length, LABEL)
  if (problems.length > 0) return { problems }
  return { composed: { text, message: { content: text, allowed_mentions: { parse: [] } }, length } }
}

async function send({ webhookId, webhookToken, threadId }: Own, api: string, job: Job): Promise<Outcome> {
  const query = new URLSearchParams({ wait: 'true', ...(threadId === undefined ? {} : { thread_id: threadId }) })
  const address = `${api}/webhooks/${webhookId}/${webhookToken}?${query}`
  const reply = await sendJson(address, job.message, { signal: job.signal })
  if (reply.kind !== 'answer' || reply.status !== 200) {
    return toFailure(reply, ({ json }) => ({
      code: readText(json, 'code'),
      message: readText(json, 'message'),
      retryAfterSeconds: parseWait(readValue(json, 'retry_after')),
    }))
  }
  const postId = readText(reply.json, 'id') ?? ''
  return /^\d+$/.test(postId) ? { kind: 'published', postId, postUrl: null } : refuseUnreadable()
}
