// An agent that asks a person before it deploys, by the tools of `stillhere mcp`, and believes the receipt, not the tool.
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { acceptReceipt, computePayloadDigest } from '@stillhere/receipt'
import { acceptApproval } from '@stillhere/receipt/approver'

const { STILLHERE_URL = 'http://127.0.0.1:8787', APPROVER = '', TRUSTED_ISSUERS = '' } = process.env
const { AGENT_KEY = 'agent-key.pem', APPROVER_KEYS = '', STILLHERE = 'npx --no-install stillhere' } = process.env

const client = new Client({ name: 'mcp-agent', version: '1.0.0' }, { capabilities: { elicitation: { url: {} } } })
client.setRequestHandler('elicitation/create', ({ params }) => {
  if (params.mode === 'url') console.log(`${params.message}\n${params.url}`)
  return { action: 'accept' }
})
const [command, ...args] = [...STILLHERE.split(' '), 'mcp', '--service', STILLHERE_URL, '--key', AGENT_KEY]
await client.connect(new StdioClientTransport({ command, args, stderr: 'inherit' }))

type Answer = Record<string, unknown>

async function use(name: string, given: Answer): Promise<Answer> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: given })
  if (isError) throw new Error(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'))
  return structuredContent as Answer
}

const action = { type: 'deploy', summary: 'Deploy shop 1.4.2 to production', details: { commit: '9f2c1e7' } }
// Computed here: a digest from others proves nothing.
const digest = computePayloadDigest(action)

try {
  const agent = await use('declare_agent', { agent_handle: 'mcp-agent', agent_type: 'ai', origin: 'example.org' })
  console.log(`I am ${String(agent['agent_id'])}`)
  const { id } = await use('request_approval', { approver: APPROVER, action })

  let approval: Answer
  do {
    await wait(1000)
    approval = await use('get_approval', { id, digest })
  } while (approval['status'] === 'open')

  if (approval['status'] !== 'granted') throw new Error(`the approval is ${String(approval['status'])}`)

  // Without the service: its keys were given to us before. The receipt must be for us, at level 2, and for this very action.
  const demands = {
    trustedIssuers: TRUSTED_ISSUERS.split(','),
    audience: String(agent['agent_id']),
    minAssurance: 2 as const,
    actionDigest: digest,
  }
  // With the person's own key, which they gave to us, not even the service can make up an approval.
  const pinned = { ...demands, nonce: String(id), approverKeys: APPROVER_KEYS.split(',') }
  const judged =
    APPROVER_KEYS === ''
      ? acceptReceipt(approval['receipt'], demands)
      : await acceptApproval(approval['receipt'], pinned)
  if (!judged.accepted) throw new Error(`${judged.reason}, ${judged.detail}`)
  console.log(`approved; doing it now: ${action.summary}`)
} catch (error) {
  console.log(`not done: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await client.close()
}
