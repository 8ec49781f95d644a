import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { KeyError, openKey, type Signer } from '@stillhere/client/keys'
import { isLoopbackName } from '../../platform/loopback.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { createBackend } from './mcp-backend.ts'

const OPTIONS = { service: { type: 'string' }, key: { type: 'string' } } as const

/**
 * Runs the tools of a service for the agent on this machine, on stdin and stdout until stdin ends. Nothing but the protocol may be
 * printed to stdout.
 */
export const mcp: Command = async (args) => {
  const { values } = readArguments(args, { options: OPTIONS })
  const serviceUrl = readServiceUrl(values.service)
  const key = await openKeyFile(values.key)
  const backend = createBackend(serviceUrl, key)
  // Not with the other commands: the library takes 0.2 s and 30 MB.
  const [{ serveStdio }, { createToolServer }, { createLinkState }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../../requests/mcp/tools.ts'),
    import('../../requests/mcp/tools.ts'),
  ])
  const report = (error: unknown): void => console.error(error)
  const state = createLinkState(randomBytes(32), key.publicKey)
  serveStdio(({ era }) => createToolServer({ backend, state, era, report }), { onerror: report, maxSubscriptions: 0 })
  return undefined
}

function readServiceUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageProblem('mcp needs --service URL')
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageProblem(
      '--service must be an address that begins with https, unless it leads to this machine itself',
    )
  return url.href
}

/** The key of the agent, made on first use in a file that only its owner can read. */
async function openKeyFile(file = join(configFolder(), 'stillhere', 'agent-key.pem')): Promise<Signer> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return await openKey({ file })
  } catch (error) {
    if (error instanceof KeyError) throw new UsageProblem('--key: {problem}', { problem: error.message })
    throw error
  }
}

function configFolder(): string {
  return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
}
