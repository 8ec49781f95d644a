import type { Credentials } from '../../platform/settings/publishing.ts'
import { sendJson, toFailure, type Reply, readText, refuseUnreadable, readValue, parseWait } from '../provider.ts'
import type { Composition, Job, Outcome, Post, Target } from '../target.ts'
import { refuseTooLong } from '../target.ts'
import { splitParagraphs, formatQuiet } from '../text.ts'

const LABEL = 'Telegram'
// "1-4096 characters after entities parsing", in UTF-16 units as entities are.
const LIMIT = 4096

type Own = NonNullable<Credentials['telegram']>

/**
 * Creates the target that publishes posts in a Telegram chat by the Bot API at `api`. Without credentials (`own`) it can only compose posts.
 * Formatting is sent as entities, so no character of the text has a special meaning. https://core.telegram.org/bots/api#sendmessage
 */
export function createTelegramTarget(own: Own | undefined, api: string): Target {
  return {
    name: 'telegram',
    label: LABEL,
    compose: createPost,
    sender: own && { send: (job) => send(own, api, job), secrets: [own.botToken] },
  }
}

function createPost({ title, content, url }: Post): Composition {
  const heading = title && formatQuiet(title)
  const link = url && formatQuiet(url)
  const text = splitParagraphs(heading, formatQuiet(content), link)
  const length = { count: text.length, limit: LIMIT, unit: 'UTF-16 units' as const }
  const problems = refuseTooLong('/content', length, LABEL)
  if (problems.length > 0) return { problems }
  const entities = [
    ...(heading ? [{ type: 'bold', offset: 0, length: heading.length }] : []),
    ...(link ? [{ type: 'text_link', offset: text.length - link.length, length: link.length, url: link }] : []),
  ]
  const preview = link ? { is_disabled: false, url: link } : { is_disabled: true }
  return { composed: { text, message: { text, entities, link_preview_options: preview }, length } }
}

async function send({ botToken, chatId }: Own, api: string, { message, signal }: Job): Promise<Outcome> {
  const reply = await sendJson(`${api}/bot${botToken}/sendMessage`, { chat_id: chatId, ...message }, { signal })
  if (reply.kind !== 'answer' || reply.status !== 200 || readValue(reply.json, 'ok') !== true) return readRefusal(reply)
  const postId = readText(reply.json, 'result', 'message_id') ?? ''
  if (!/^\d+$/.test(postId)) return refuseUnreadable()
  const channel = readText(reply.json, 'result', 'chat', 'username') ?? ''
  return { kind: 'published', postId, postUrl: /^\w+$/.test(channel) ? `https://t.me/${channel}/${postId}` : null }
}

function readRefusal(reply: Reply): Outcome {
  if (reply.kind === 'answer' && reply.status === 200) return refuseUnreadable()
  return toFailure(reply, ({ json }) => ({
    message: readText(json, 'description'),
    retryAfterSeconds: parseWait(readValue(json, 'parameters', 'retry_after')),
  }))
}
