import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type jsonSchemaValidator,
  McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import {
  type AnswerOf,
  APPROVAL_SECONDS,
  type BodyOf,
  type createApproval,
  type declareAgent,
  type getApproval,
  MCP_TOOLS,
  type McpInputOf,
  type McpOutputOf,
  type McpToolName,
  type ReceiptReport,
  type redeemApproval,
  type verifyReceipt,
} from '@stillhere/contract'
import { readPresencePolicy, type Receipt } from '@stillhere/receipt'
import { describeAssurance, listApprovalLimits, listLevels, readReceiptText } from '@stillhere/receipt/view'
import { createBodyCheck } from '../../platform/http/body.ts'
import { toProblem } from '../../platform/http/errors.ts'
import { refuseField } from '../../platform/problem.ts'

type PostedMessage = {
  backend: Backend
  callerId: string
  stateKey: Uint8Array
  request: Request
  parsedBody: unknown
  report: (error: unknown) => void
}

/** Handles one message of the Model Context Protocol (MCP) that was posted over HTTP, and returns the response to send. */
export function handleMessage({
  backend,
  callerId,
  stateKey,
  request,
  parsedBody,
  report,
}: PostedMessage): Promise<Response> {
  const state = createLinkState(stateKey, callerId)
  const handler = createMcpHandler(({ era }) => createToolServer({ backend, state, era, report }), {
    // Nothing here changes that a client could subscribe to.
    maxSubscriptions: 0,
  })
  return handler.fetch(request, { parsedBody })
}

/** Settings of an MCP server: the functions behind its tools, and the state that clients store for it. */
export type ToolSettings = {
  backend: Backend
  state: LinkState
  /** `legacy`: the protocol of 2025, whose connection lets the server ask the client; `modern`: the protocol of 2026, without such requests. */
  era: 'legacy' | 'modern'
  /** Called with unexpected errors. */
  report: (error: unknown) => void
}

/**
 * Creates a server of the Model Context Protocol with the five tools of this service, such as asking for an approval. They call
 * `settings.backend`, which acts in the name of one caller.
 */
export function createToolServer(settings: ToolSettings): McpServer {
  const { backend, state } = settings
  const server = new McpServer(
    { name: 'stillhere', title: 'Stillhere', version: '0.1.0' },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      requestState: { verify: (given, ctx) => state.verify(given, ctx) },
    },
  )
  const add = <Name extends McpToolName>(name: Name, handle: Handle<Name>) =>
    addTool(server, name, { handle, report: settings.report })

  add('request_approval', (input, ctx) => askForApproval({ ...settings, server, ctx }, input))
  add('get_approval', async ({ id, digest }) => {
    const approval = await readOrRedeem(backend, id, digest)
    return answer(approval, describeApproval(approval))
  })
  add('verify_receipt', async ({ digest, ...body }) => {
    const receipt = readReceipt(body.receipt)
    const judged = describeReceipt({ receipt, digest }, await backend.verifyReceipt({ ...body, receipt }))
    return answer(judged, summarizeReceipt(judged))
  })
  add('declare_agent', async (declaration) => {
    const declared = await backend.declareAgent(declaration)
    return answer(declared, `${declared.message} Its id is ${declared.agent_id}.`)
  })
  add('whoami', async () => {
    const caller = await backend.whoAmI()
    return answer(
      caller,
      `You are the ${caller.kind} ${caller.id} at ${caller.service}. People allow you to ask by this id.`,
    )
  })
  return server
}

type JudgedReceipt = McpOutputOf<'verify_receipt'>

/** Returns in words what a receipt proves and what it doesn't, and whether it is for the action with this digest. */
function describeReceipt(
  { receipt, digest }: { receipt: unknown; digest: string | undefined },
  { status, verdict, receipt_hash, judged_at }: ReceiptReport,
): JudgedReceipt {
  const policy = status === 'VALID' ? readPresencePolicy(receipt as Receipt) : null
  const actionDigest = policy?.action_digest ?? null
  return {
    status,
    verdict,
    assurance: policy?.assurance ?? null,
    proves: status === 'VALID' ? describeAssurance(receipt as Receipt) : 'Nothing.',
    does_not_prove: [listLevels()[policy?.assurance ?? 1].doesNotProve, ...listApprovalLimits()].join('; '),
    action_digest: actionDigest,
    digest_matches: digest === undefined ? null : actionDigest === digest,
    receipt_hash,
    judged_at,
  }
}

/** Returns the judgment of a receipt as short text. */
function summarizeReceipt({
  status,
  verdict,
  proves,
  does_not_prove,
  digest_matches,
  ...judged
}: JudgedReceipt): string {
  const match = digest_matches ? 'It is for the action with this digest.' : 'It is not for the action with this digest.'
  const bound =
    judged.action_digest === null ? 'It is for no particular action.' : `Its action: ${judged.action_digest}.`
  return [
    `${status}. ${verdict.sentence} ${verdict.advice}`,
    ...(digest_matches === null ? [bound] : [match]),
    `What it proves: ${proves}`,
    `What it does not prove: ${does_not_prove}.`,
  ].join('\n')
}

type Answer = CallToolResult | InputRequiredResult
type Handle<Name extends McpToolName> = (input: McpInputOf<Name>, ctx: ServerContext) => Promise<Answer>
type MessageHandling<Name extends McpToolName> = { handle: Handle<Name>; report: (error: unknown) => void }

function addTool<Name extends McpToolName>(
  server: McpServer,
  name: Name,
  { handle, report }: MessageHandling<Name>,
): void {
  const { title, description, input, output, annotations } = MCP_TOOLS[name]
  const inputSchema = fromJsonSchema<McpInputOf<Name>>(input as object, VALIDATOR)
  const outputSchema = fromJsonSchema(output as object, VALIDATOR)
  server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, async (given, ctx) => {
    try {
      return await handle(given, ctx)
    } catch (error) {
      return refuse(error, report)
    }
  })
}

/** Validates the input of tools by the contract, with the same messages as every endpoint. */
const VALIDATOR: jsonSchemaValidator = {
  getValidator: (schema) => {
    const check = createBodyCheck(schema)
    return (value) => {
      const problem = check(value)
      return problem
        ? { valid: false, data: undefined, errorMessage: problem.message }
        : { valid: true, data: value as never, errorMessage: undefined }
    }
  },
}

function refuse(error: unknown, report: (error: unknown) => void): CallToolResult {
  const problem = toProblem(error instanceof Error ? error : new Error(String(error)))
  if (problem !== error) report(error)
  return { isError: true, content: [{ type: 'text', text: `${problem.code}: ${problem.message}` }] }
}

async function readOrRedeem(
  backend: Backend,
  id: string,
  digest: string | undefined,
): Promise<McpOutputOf<'get_approval'>> {
  const approval = await backend.getApproval(id)
  const mayRedeem = approval.status === 'granted' && approval.redeemed_at === null
  return digest === undefined || !mayRedeem ? approval : backend.redeemApproval(id, digest)
}

// Models hand receipts on as objects, as text, and as they stand in a header.
function readReceipt(receipt: unknown): unknown {
  if (typeof receipt !== 'string') return receipt
  const read = readReceiptText(receipt)
  if ('value' in read) return read.value
  throw refuseField('/receipt', `must be a receipt: ${read.problem}`)
}

type CreatedApproval = AnswerOf<typeof createApproval>

/** Codec of the signed state that a client stores while its person looks at the link, so that a second round doesn't ask for the approval again. */
export type LinkState = RequestStateCodec<CreatedApproval>

/**
 * Creates the codec that signs the state that clients store between two rounds of request_approval. A state is accepted only from the same
 * `caller` (its id), by every process that has the same `key`.
 */
export function createLinkState(key: Uint8Array, caller: string): LinkState {
  return createRequestStateCodec<CreatedApproval>({ key, ttlSeconds: APPROVAL_SECONDS.most, bind: () => caller })
}

type ApprovalRequest = {
  backend: Backend
  state: LinkState
  era: 'legacy' | 'modern'
  server: McpServer
  ctx: ServerContext
}

/** Asks for an approval once, and has the client show its link where it can; the link is in the answer all the same. */
async function askForApproval(
  asking: ApprovalRequest,
  input: McpInputOf<'request_approval'>,
): Promise<CallToolResult | InputRequiredResult> {
  const { backend, state, era, ctx } = asking
  const before = ctx.mcpReq.requestState<CreatedApproval>()
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
function canShowLinks({ server, ctx, era }: ApprovalRequest): boolean {
  const stated: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = ctx.mcpReq.envelope
  const capabilities = era === 'modern' ? stated?.[CLIENT_CAPABILITIES_META_KEY] : server.server.getClientCapabilities()
  return capabilities?.elicitation?.url !== undefined
}

async function answerAgain(asking: ApprovalRequest, created: CreatedApproval): Promise<CallToolResult> {
  const shown = inputResponse(asking.ctx.mcpReq.inputResponses, LINK)
  return answerNow(asking, created, shown.kind === 'elicit' && shown.action !== 'accept' ? shown.action : undefined)
}

type LinkRefused = 'decline' | 'cancel' | undefined

async function answerNow(
  { backend }: ApprovalRequest,
  created: CreatedApproval,
  refused: LinkRefused,
): Promise<CallToolResult> {
  const { status } = await backend.getApproval(created.id)
  const now = { ...created, status }
  return answer(now, refused ? `${describeLinkRefused(refused)} ${describeAsked(now)}` : describeAsked(now))
}

// The approval exists in any case; a caller waits at most this long for the client to show its link.
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

/** The functions that the tools call in the name of one caller: inside the service, or over HTTP from the machine of an agent. */
export type Backend = {
  createApproval: (asked: BodyOf<typeof createApproval>) => Promise<AnswerOf<typeof createApproval>>
  getApproval: (id: string) => Promise<AnswerOf<typeof getApproval>>
  redeemApproval: (id: string, digest: string) => Promise<AnswerOf<typeof redeemApproval>>
  verifyReceipt: (body: BodyOf<typeof verifyReceipt>) => Promise<ReceiptReport>
  declareAgent: (declaration: McpInputOf<'declare_agent'>) => Promise<AnswerOf<typeof declareAgent>>
  whoAmI: () => Promise<McpOutputOf<'whoami'>>
}

type Approval = McpOutputOf<'get_approval'>

/** The instructions that clients get when they connect. */
const INSTRUCTIONS = [
  'Before an action that a person must approve: request_approval, then get_approval until it is decided, then get_approval with the',
  'digest for the receipt. Do exactly the action that was approved, once, and nothing where it was denied or has expired.',
  'An approval shows that a person agreed to these words; not that the action is right, lawful or safe.',
].join(' ')

/** Returns the text that the client shows to the person beside the link. */
function describeLink({ binding_message: words }: CreatedApproval, summary: string): string {
  return `Approve or deny on your phone: ${summary}. The page must show the words: ${words}.`
}

/** Returns, as text for the model, the state of an approval that was just asked for. */
function describeAsked({ id, status, url, binding_message: words, notified, digest }: CreatedApproval): string {
  const told = notified ? 'The person was sent a notice.' : 'The person was sent no notice.'
  const link = `Link for the person: ${url} (its page shows the words: ${words}).`
  return status === 'open'
    ? `Approval ${id} is open. ${told} ${link} Then call get_approval with id ${id} and digest ${digest}.`
    : `Approval ${id} is ${status}. Call get_approval with id ${id} and digest ${digest}.`
}

/** Returns, as text for the model, how the person dismissed the link in the client. */
function describeLinkRefused(action: 'decline' | 'cancel'): string {
  return action === 'decline' ? 'Here the link was declined.' : 'Here the link was dismissed.'
}

/** Returns, as text for the model, the state of an approval and what to do next. */
function describeApproval(approval: Approval): string {
  const { id, status, reason, receipts, need, approvers, redeemed_at: redeemedAt, test } = approval
  const said = `Approval ${id}: ${status}${reason === null ? '' : ` (${reason})`}${test ? ', a test that proves nothing' : ''}.`
  if (receipts?.length) return `${said} What people gave is in the answer under receipts, and is not given out again.`
  if (redeemedAt !== null) return `${said} Its receipt was given out at ${redeemedAt}.`
  if (status === 'granted') return `${said} Call again with the digest to get its receipt.`
  const granted = approvers.filter((one) => one.status === 'granted').length
  return status === 'open'
    ? `${said} ${granted} of ${need} people have approved so far.`
    : `${said} Do not do the action.`
}

/** Returns the result of a tool: structured for programs, and as short text for models and people. */
function answer(structuredContent: Record<string, unknown>, text: string): CallToolResult {
  return { structuredContent, content: [{ type: 'text', text }] }
}
