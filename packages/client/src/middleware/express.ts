import { decide, type VerifiedReceipt } from './decide.ts'
import { type HeaderFields, headerIn, withVary } from './header-fields.ts'
import type { CheckedPolicy } from './policy.ts'
import { noteReceipt } from './receipt-of.ts'
import { answerOf, type Refusal } from './refusal.ts'

declare global {
  namespace Express {
    interface Request {
      /** The receipt that requireReceipt let through. */
      stillhere?: VerifiedReceipt
    }
  }
}

/** What is used of a request of Express 4 and 5, Connect or node:http. */
export type NodeRequest = { headers: HeaderFields }

/** What is used of a response of Express 4 and 5, Connect or node:http. */
export type NodeResponse = {
  readonly headersSent: boolean
  statusCode: number
  getHeader: (name: string) => unknown
  setHeader: (name: string, value: string) => unknown
  end: (body: string) => unknown
}

/** Middleware of Express 4 and 5, Connect or node:http; it never passes an error to `next`. */
export type ExpressGuard = (request: NodeRequest, response: NodeResponse, next: () => void) => void

/** Calls `next` for an accepted receipt only, and answers everybody else itself. */
export function expressGuard(policy: CheckedPolicy): ExpressGuard {
  return (request, response, next) => {
    void guard(policy, { request, response, next })
  }
}

type Exchange = { request: NodeRequest; response: NodeResponse; next: () => void }

async function guard(policy: CheckedPolicy, { request, response, next }: Exchange): Promise<void> {
  const decision = await decide(headerIn(request.headers, policy.header), policy)
  // While the host was asked, somebody else (a time-out, say) may have answered.
  if (response.headersSent) return
  response.setHeader('vary', withVary(response.getHeader('vary'), policy.header))
  if (decision.status === 'REFUSED') return refuse(response, decision.refusal)
  noteReceipt(request, decision.verified)
  next()
}

function refuse(response: NodeResponse, refusal: Refusal): void {
  const { status, headers, body } = answerOf(refusal)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
