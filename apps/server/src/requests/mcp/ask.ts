import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type AnswerOf, APPROVAL_SECONDS, type createApproval, type McpInputOf } from '@stillhere/contract'
import { answer } from './answer.ts'
import type { Backend } from './backend.ts'
import { describeAsked, describeLink, describeLinkRefused } from './words.ts'

type Created = AnswerOf<typeof createApproval>

/** What a client keeps for us while its person looks at the link, so that a second round asks nobody again. */
export type LinkState = RequestStateCodec<Created>

/** Signs what clients keep for us; it is good for the caller that it was given to, on every process with this key. */
export function createLinkState(key: Uint8Array, caller: string): LinkState {
  return createRequestStateCodec<Created>({ key, ttlSeconds: APPROVAL_SECONDS.most, bind: () => caller })
}

type Asking = {
  backend: Backend
  state: LinkState
  era: 'legacy' | 'modern'
  server: McpServer
  ctx: ServerContext
}

/** Asks for an approval once, and has the client show its link where it can; the link is in the answer all the same. */
export async function askForApproval(
  asking: Asking,
  input: McpInputOf<'request_approval'>,
): Promise<CallToolResult | InputRequiredResult> {
  const { backend, state, era, ctx } = asking
  const before = ctx.mcpReq.requestState<Created>()
  if (before) return answerAgain(asking, before)
  const created = await backend.createApproval(input)
  if (!canShowLinks(asking)) return answer(created, describeAsked(created))
  const link = { message: describeLink(created, input.action.summary), url: created.url }
  if (era === 'modern')
    return inputRequired({
      inputRequests: { [LINK]: inputRequired.elicitUrl(link) },
      requestState: await state.mint(created, ctx),
    })
  const refused = await showBriefly(ctx, { ...link, elicitationId: created.id })
  return answerNow(asking, created, refused)
}

const LINK = 'approval'

// Since 2026 a client states what it can with each request, before that once.
function canShowLinks({ server, ctx, era }: Asking): boolean {
  const stated: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = ctx.mcpReq.envelope
  const capabilities = era === 'modern' ? stated?.[CLIENT_CAPABILITIES_META_KEY] : server.server.getClientCapabilities()
  return capabilities?.elicitation?.url !== undefined
}

async function answerAgain(asking: Asking, created: Created): Promise<CallToolResult> {
  const shown = inputResponse(asking.ctx.mcpReq.inputResponses, LINK)
  return answerNow(asking, created, shown.kind === 'elicit' && shown.action !== 'accept' ? shown.action : undefined)
}

type LinkRefused = 'decline' | 'cancel' | undefined

async function answerNow({ backend }: Asking, created: Created, refused: LinkRefused): Promise<CallToolResult> {
  const { status } = await backend.getApproval(created.id)
  const now = { ...created, status }
  return answer(now, refused ? `${describeLinkRefused(refused)} ${describeAsked(now)}` : describeAsked(now))
}

// The approval stands whatever the client does with its link; nobody waits longer than this to hear of it.
const SHOWN_FOR_MS = 20_000

async function showBriefly(
  ctx: ServerContext,
  link: { message: string; url: string; elicitationId: string },
): Promise<LinkRefused> {
  try {
    const { action } = await ctx.mcpReq.elicitInput({ mode: 'url', ...link }, { timeout: SHOWN_FOR_MS })
    return action === 'accept' ? undefined : action
  } catch {
    return undefined
  }
}
