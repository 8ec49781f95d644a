import { decide, type Sent, type VerifiedReceipt } from './decide.ts'
import { FORM_TOO_LARGE, fieldIn, isForm, readForm } from './form-field.ts'
import { withVary } from './header-fields.ts'
import type { CheckedPolicy } from './policy.ts'
import { toAnswer } from './refusal.ts'

/** A handler that gets the verified receipt beside the request, and then whatever its runtime passes on. */
export type GuardedHandler<Rest extends unknown[]> = (
  request: Request,
  verified: VerifiedReceipt,
  ...rest: Rest
) => Response | Promise<Response>

/** Wraps a handler of the Fetch kind (Deno, Bun, Workers, service workers, route handlers). */
export type FetchGuard = <Rest extends unknown[]>(
  handler: GuardedHandler<Rest>,
) => (request: Request, ...rest: Rest) => Promise<Response>

/** Runs the handler for an accepted receipt only, and answers everybody else itself. */
export function fetchGuard(policy: CheckedPolicy): FetchGuard {
  return (handler) =>
    async (request, ...rest) => {
      const decision = await decide({ request, read: () => readReceipt(request, policy) }, policy)
      if (decision.status === 'ACCEPTED') return addVary(await handler(request, decision.verified, ...rest), policy)
      const { status, headers, body } = toAnswer(decision.refusal)
      return addVary(new Response(body, { status, headers }), policy)
    }
}

/** The receipt in the header, or else in the field of a form; the handler can still read the request. */
async function readReceipt(request: Request, { header, field }: CheckedPolicy): Promise<Sent> {
  const value = request.headers.get(header)
  const isFieldMeant = value === null && field !== null && isForm(request.headers.get('content-type'))
  const body = isFieldMeant ? request.clone().body : null
  if (!isFieldMeant || body === null) return { from: 'header', value }
  // Canceling one of two branches waits for the other one, which is the handler’s.
  const form = await readForm(body.values({ preventCancel: true }))
  return { from: 'field', value: 'isTooLarge' in form ? FORM_TOO_LARGE : fieldIn(form.fields, field) }
}

// A copy: the headers of a redirect, or of an answer that was fetched, cannot be changed. What upgrades a connection has no
// body and no place in a cache, and cannot be copied either.
function addVary(response: Response, { header }: CheckedPolicy): Response {
  if (response.status < 200) return response
  const copy = new Response(response.body, response)
  copy.headers.set('vary', withVary(copy.headers.get('vary'), header))
  return copy
}
