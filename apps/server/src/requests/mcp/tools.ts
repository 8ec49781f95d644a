import {
  type CallToolResult,
  fromJsonSchema,
  type InputRequiredResult,
  type jsonSchemaValidator,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { MCP_TOOLS, type McpInputOf, type McpOutputOf, type McpToolName } from '@stillhere/contract'
import { readReceiptText } from '@stillhere/receipt/view'
import { compileBodyCheck } from '../../platform/http/body.ts'
import { fieldProblem, toProblem } from '../../platform/problem.ts'
import { answer } from './answer.ts'
import { askForApproval, type LinkState } from './ask.ts'
import type { Backend } from './backend.ts'
import { describeReceipt, summarizeReceipt } from './receipt-words.ts'
import { describeApproval, INSTRUCTIONS } from './words.ts'

/** What a server of the tools works with. */
export type ToolSettings = {
  backend: Backend
  state: LinkState
  /** 2025's protocol has a connection that can ask back; 2026's has not. */
  era: 'legacy' | 'modern'
  /** Told what nobody foresaw. */
  report: (error: unknown) => void
}

/** A server of the Model Context Protocol with our tools, in the name of one caller. */
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
    const approval = await lookOrRedeem(backend, id, digest)
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

type Answer = CallToolResult | InputRequiredResult
type Handle<Name extends McpToolName> = (input: McpInputOf<Name>, ctx: ServerContext) => Promise<Answer>
type Handling<Name extends McpToolName> = { handle: Handle<Name>; report: (error: unknown) => void }

function addTool<Name extends McpToolName>(server: McpServer, name: Name, { handle, report }: Handling<Name>): void {
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

/** The contract's bounds, judged and named as at every endpoint. */
const VALIDATOR: jsonSchemaValidator = {
  getValidator: (schema) => {
    const check = compileBodyCheck(schema)
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

async function lookOrRedeem(
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
  throw fieldProblem('/receipt', `must be a receipt: ${read.problem}`)
}
