import { decide, type Sent, type VerifiedReceipt } from './decide.ts'
import { announcesForm, FORM_TOO_LARGE, fieldIn, fieldOfBody, isForm, readForm } from './form-field.ts'
import { type HeaderFields, headerIn, withVary } from './header-fields.ts'
import type { CheckedPolicy } from './policy.ts'
import { noteReceipt } from './receipt-of.ts'
import { toAnswer, type Refusal } from './refusal.ts'

declare global {
  namespace Express {
    interface Request {
      /** The receipt that requireReceipt let through. */
      stillhere?: VerifiedReceipt
    }
  }
}

/** What is used of a request of Express 4 and 5, Connect or node:http. */
export type NodeRequest = {
  headers: HeaderFields
  /** What a parser made of the body, where one has run. */
  body?: unknown
  /** The body as it comes in, where none has. */
  iterator?: (options: { destroyOnReturn: boolean }) => AsyncIterable<unknown>
}

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
  const decision = await decide({ request, read: () => readReceipt(request, policy) }, policy)
  // While the host was asked, somebody else (a time-out, say) may have answered.
  if (response.headersSent) return
  response.setHeader('vary', withVary(response.getHeader('vary'), policy.header))
  if (decision.status === 'REFUSED') return refuse(response, decision.refusal)
  noteReceipt(request, decision.verified)
  next()
}

/** The receipt in the header, or else in the field of a form; a form that no parser has read is read here. */
async function readReceipt(request: NodeRequest, { header, field }: CheckedPolicy): Promise<Sent> {
  const inHeader = headerIn(request.headers, header)
  if (inHeader !== undefined || field === null || !announcesForm(request.headers)) {
    return { from: 'header', value: inHeader }
  }
  const value = request.body === undefined ? await readUnparsed(request, field) : fieldOfBody(request.body, field)
  return { from: 'field', value }
}

async function readUnparsed(request: NodeRequest, field: string): Promise<unknown> {
  if (!isForm(headerIn(request.headers, 'content-type')) || request.iterator === undefined) return undefined
  // The connection must live on: somebody waits for the refusal.
  const form = await readForm(request.iterator({ destroyOnReturn: false }))
  if ('isTooLarge' in form) return FORM_TOO_LARGE
  const names = new Set(form.fields.keys())
  // Nobody can read the body again: handlers find it here, and body-parser 1 sees by `_body` that it is read.
  const body = Object.fromEntries([...names].map((name) => [name, fieldIn(form.fields, name)]))
  Object.assign(request, { body, _body: true })
  return fieldIn(form.fields, field)
}

function refuse(response: NodeResponse, refusal: Refusal): void {
  const { status, headers, body } = toAnswer(refusal)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
