import { decide, type Sent } from './decide.ts'
import { announcesForm, fieldOfBody } from './form-field.ts'
import { type HeaderFields, headerIn, withVary } from './header-fields.ts'
import type { CheckedPolicy } from './policy.ts'
import { noteReceipt } from './receipt-of.ts'
import { toAnswer } from './refusal.ts'

/** What is used of a request of Fastify 4 and 5. */
export type FastifyRequestLike = { headers: HeaderFields; body?: unknown }

/** What is used of a reply of Fastify 4 and 5. */
export type FastifyReplyLike = {
  readonly sent: boolean
  getHeader: (name: string) => unknown
  header: (name: string, value: string) => unknown
  headers: (values: Record<string, string>) => unknown
  code: (status: number) => unknown
  send: (body: string) => unknown
}

/** A Fastify hook for onRequest, preParsing, preValidation or preHandler. */
export type FastifyGuard = (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>

/** Lets a request with an accepted receipt go on, and answers everybody else itself. */
export function fastifyGuard(policy: CheckedPolicy): FastifyGuard {
  return async (request, reply) => {
    const decision = await decide({ request, read: () => readReceipt(request, policy) }, policy)
    if (reply.sent) return reply
    reply.header('vary', withVary(reply.getHeader('vary'), policy.header))
    if (decision.status === 'ACCEPTED') return noteReceipt(request, decision.verified)
    const { status, headers, body } = toAnswer(decision.refusal)
    reply.code(status)
    reply.headers({ ...headers })
    reply.send(body)
    return reply
  }
}

/** The receipt in the header, or else in the field of a form; only a preHandler hook has a parsed body to look at. */
function readReceipt({ headers, body }: FastifyRequestLike, { header, field }: CheckedPolicy): Sent {
  const value = headerIn(headers, header)
  if (value !== undefined || field === null || !announcesForm(headers)) return { from: 'header', value }
  return { from: 'field', value: fieldOfBody(body, field) }
}
