import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

type Answer = Record<string, unknown>

/** An AI agent, as a test plays it: a client of MCP's own library that speaks with `stillhere mcp`. */
export type McpAgent = {
  id: string
  /** Uses a tool; throws what it says where it refuses. */
  use: (tool: string, given: Answer) => Promise<Answer>
  close: () => Promise<void>
}

const STILLHERE = join(import.meta.dirname, '..', '..', 'server', 'bin', 'stillhere.js')

/** Starts `stillhere mcp` for a service, with a key of its own in this folder, and declares the agent. */
export async function startAgent(serviceUrl: string, folder: string): Promise<McpAgent> {
  const client = new Client({ name: 'a-journey', version: '1.0.0' })
  const keyFile = join(folder, 'agent-key.pem')
  const args = ['--conditions=stillhere-source', STILLHERE, 'mcp', '--service', serviceUrl, '--key', keyFile]
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  const use: McpAgent['use'] = async (name, given) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: given })
    if (isError) throw new Error(content.map((one) => (one.type === 'text' ? one.text : '')).join('\n'))
    return structuredContent as Answer
  }
  const declaration = { agent_handle: 'deployer', agent_type: 'ai', origin: 'example.org' }
  const { agent_id } = await use('declare_agent', declaration)
  return { id: String(agent_id), use, close: () => client.close() }
}
