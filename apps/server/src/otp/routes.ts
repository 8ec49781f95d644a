import { type AnswerOf, sendOtp, signInByLink as signInByLinkEndpoint, verifyOtp } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkProblem } from '../codes/check.ts'
import { type Browser, writeKnownBrowserCookie } from '../codes/known-browser.ts'
import { toEmail } from '../email.ts'
import { serve } from '../http/endpoint.ts'
import { findIssuerName } from '../http/host.ts'
import { readLanguage } from '../http/language.ts'
import { readChosenHandle } from '../identity/handles.ts'
import { demandInviteForm } from '../invites/invites.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import { isLoopbackAddress } from '../loopback.ts'
import { outboxName } from '../mail/eml-files.ts'
import { isHandleTaken } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { describeSignedIn } from '../sessions/welcome.ts'
import type { Settings } from '../settings/settings.ts'
import { takeFromCallerBudget } from '../sites/authorize.ts'
import { sendCode } from './send.ts'
import { type NotSignedIn, type SignedIn, signIn, signInByLink } from './sign-in.ts'

export function otpRoutes(app: FastifyInstance, service: Service): void {
  const { db, secrets, settings } = service

  serve(app, sendOtp, async ({ body, request, keep }) => {
    demandInviteForm(body.invite_code, service)
    await takeFromCallerBudget(app, service, { name: 'code.send.address', request })
    const origin = findIssuerName(settings, request) ?? null
    const wish = {
      email: toEmail(body.email),
      inviteCode: body.invite_code,
      request,
      origin,
      language: readLanguage(request),
    }
    return db.transaction(async (tx) => {
      const { skipOtp, expiresIn } = await sendCode(tx, service, wish)
      const mailed = deliveryTo(request.ip, service.settings)
      return keep(tx, { success: true, skip_otp: skipOtp, expires_in: expiresIn, ...mailed })
    })
  })

  serve(app, verifyOtp, async ({ body, request, reply, keep }) => {
    await takeFromAddressBudget(service, 'code.try.address', request)
    reply.header('cache-control', 'no-store')
    const given = { email: toEmail(body.email), code: body.otp, handle: readChosenHandle(body.node_handle), request }
    const attempt = db.transaction(async (tx) => {
      const outcome = await signIn(tx, service, given)
      return outcome.outcome === 'in' ? keep(tx, toAnswer(outcome)) : outcome
    })
    const signed = await attempt.catch(explainTakenHandle)
    if ('success' in signed) {
      reply.header('set-cookie', writeKnownBrowserCookie(secrets, readBrowser(request, settings, given.email.key)))
      return signed
    }
    // Thrown only now: a wrong guess has been committed.
    throw toProblem(signed)
  })

  serve(app, signInByLinkEndpoint, async ({ body, request, reply, keep }) => {
    await takeFromAddressBudget(service, 'code.try.address', request)
    reply.header('cache-control', 'no-store')
    const signed = await db.transaction(async (tx) => {
      const outcome = await signInByLink(tx, service, { link: body.link, request })
      return outcome.outcome === 'in' ? keep(tx, describeSignedIn(outcome.node, outcome.token)) : outcome
    })
    if (!('success' in signed)) throw toProblem(signed)
    const { key } = toEmail(signed.email)
    reply.header('set-cookie', writeKnownBrowserCookie(secrets, readBrowser(request, settings, key)))
    return signed
  })
}

function toProblem(outcome: NotSignedIn): RequestProblem {
  return outcome.outcome === 'refused' ? outcome.problem : checkProblem(outcome)
}

/** How a mail leaves this service. Where files lie is told on the same machine only. */
function deliveryTo(caller: string, { smtpUrl, dataDir }: Settings) {
  if (smtpUrl !== undefined) return { delivery: 'smtp' as const }
  const folder = isLoopbackAddress(caller) ? { mail_folder: outboxName(dataDir, process.cwd()) } : {}
  return { delivery: 'file' as const, ...folder }
}

function explainTakenHandle(error: unknown): never {
  if (!isHandleTaken(error)) throw error
  throw new RequestProblem(
    'HANDLE_TAKEN',
    'Another node has this handle, or one that looks like it; the code stays good for another one.',
  )
}

function toAnswer({ node, token }: SignedIn): AnswerOf<typeof verifyOtp> {
  return {
    success: true,
    status: node.status,
    node_handle: node.handle,
    is_genesis: node.genesisIndex !== null,
    genesis_index: node.genesisIndex,
    node_token: token,
  }
}

function readBrowser({ headers, protocol }: FastifyRequest, { publicUrl }: Settings, emailKey: string): Browser {
  const isSecure = protocol === 'https' || publicUrl?.startsWith('https:') === true
  return { emailKey, cookies: headers.cookie, isSecure }
}
