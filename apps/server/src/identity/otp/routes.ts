import { type AnswerOf, sendOtp, signInByLink as signInByLinkEndpoint, verifyOtp } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toEmail } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { findIssuerName, readLanguage } from '../../platform/http/origin.ts'
import { takeFromAddressBudget } from '../../platform/limits/budgets.ts'
import { isLoopbackAddress } from '../../platform/loopback.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { tryCode } from '../codes/check.ts'
import { type Browser, writeKnownBrowserCookie } from '../codes/known-browser.ts'
import { readChosenHandle } from '../handles/handles.ts'
import { demandInviteForm } from '../invites/invites.ts'
import { outboxName } from '../mail/eml-files.ts'
import { describeSignedIn } from '../sessions/welcome.ts'
import { sendCode } from './send.ts'
import { type SignedIn, signIn, signInByLink } from './sign-in.ts'

export function otpRoutes(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service

  serveTx(app, sendOtp, {
    prepare: async ({ body, request }) => {
      demandInviteForm(body.invite_code, service)
      await app.takeFromCallerBudget('code.send.address', request)
    },
    commit: async (tx, { body, request }) => {
      const { skipOtp, expiresIn } = await sendCode(tx, service, {
        email: toEmail(body.email),
        inviteCode: body.invite_code,
        request,
        origin: findIssuerName(settings, request) ?? null,
        language: readLanguage(request),
      })
      return { success: true, skip_otp: skipOtp, expires_in: expiresIn, ...deliveryTo(request.ip, settings) }
    },
  })

  serveTx(app, verifyOtp, {
    prepare: async ({ body, request }) => {
      await takeFromAddressBudget(service, 'code.try.address', request)
      const [email, handle] = [toEmail(body.email), readChosenHandle(body.node_handle)]
      return { email, handle, code: await tryCode(service, { emailKey: email.key, code: body.otp, request }) }
    },
    commit: async (tx, { prepared, request, reply }) => {
      const signed = await signIn(tx, service, { ...prepared, request })
      if (signed instanceof RequestProblem) return signed
      const browser = readBrowser(request, settings, prepared.email.key)
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': writeKnownBrowserCookie(secrets, browser) })
      return toAnswer(signed)
    },
  })

  serveTx(app, signInByLinkEndpoint, {
    prepare: ({ request }) => takeFromAddressBudget(service, 'code.try.address', request),
    commit: async (tx, { body, request, reply }) => {
      const signed = await signInByLink(tx, service, { link: body.link, request })
      if (signed instanceof RequestProblem) return signed
      const browser = readBrowser(request, settings, signed.node.emailKey)
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': writeKnownBrowserCookie(secrets, browser) })
      return describeSignedIn(signed.node, signed.token)
    },
  })
}

/** How a mail leaves this service. Where files lie is told on the same machine only. */
function deliveryTo(caller: string, { smtpUrl, dataDir }: Settings) {
  if (smtpUrl !== undefined) return { delivery: 'smtp' as const }
  const folder = isLoopbackAddress(caller) ? { mail_folder: outboxName(dataDir, process.cwd()) } : {}
  return { delivery: 'file' as const, ...folder }
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
