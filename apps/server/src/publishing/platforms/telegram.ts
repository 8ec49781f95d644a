import type { Credentials } from '../../platform/settings/publishing.ts'
import { askJson, toFailure, type Reply, textAt, unreadable, valueAt, parseWait } from '../provider.ts'
import type { Composition, Job, Outcome, Post, Target } from '../target.ts'
import { tooLong } from '../target.ts'
import { paragraphs, quiet } from '../text.ts'

const LABEL = 'Telegram'
// "1-4096 characters after entities parsing", in UTF-16 units as entities are.
const LIMIT = 4096

type Own = NonNullable<Credentials['telegram']>

/** https://core.telegram.org/bots/api#sendmessage; formatting by entities, so that no character of the text means anything. */
export function telegramTarget(own: Own | undefined, api: string): Target {
  return {
    name: 'telegram',
    label: LABEL,
    compose,
    sender: own && { send: (job) => send(own, api, job), secrets: [own.botToken] },
  }
}

function compose({ title, content, url }: Post): Composition {
  const heading = title && quiet(title)
  const link = url && quiet(url)
  const text = paragraphs(heading, quiet(content), link)
  const length = { count: text.length, limit: LIMIT, unit: 'UTF-16 units' as const }
  const problems = tooLong('/content', length, LABEL)
  if (problems.length > 0) return { problems }
  const entities = [
    ...(heading ? [{ type: 'bold', offset: 0, length: heading.length }] : []),
    ...(link ? [{ type: 'text_link', offset: text.length - link.length, length: link.length, url: link }] : []),
  ]
  const preview = link ? { is_disabled: false, url: link } : { is_disabled: true }
  return { composed: { text, message: { text, entities, link_preview_options: preview }, length } }
}

async function send({ botToken, chatId }: Own, api: string, { message, signal }: Job): Promise<Outcome> {
  const reply = await askJson(`${api}/bot${botToken}/sendMessage`, { chat_id: chatId, ...message }, { signal })
  if (reply.kind !== 'answer' || reply.status !== 200 || valueAt(reply.json, 'ok') !== true) return readRefusal(reply)
  const postId = textAt(reply.json, 'result', 'message_id') ?? ''
  if (!/^\d+$/.test(postId)) return unreadable()
  const channel = textAt(reply.json, 'result', 'chat', 'username') ?? ''
  return { kind: 'published', postId, postUrl: /^\w+$/.test(channel) ? `https://t.me/${channel}/${postId}` : null }
}

function readRefusal(reply: Reply): Outcome {
  if (reply.kind === 'answer' && reply.status === 200) return unreadable()
  return toFailure(reply, ({ json }) => ({
    message: textAt(json, 'description'),
    retryAfterSeconds: parseWait(valueAt(json, 'parameters', 'retry_after')),
  }))
}
