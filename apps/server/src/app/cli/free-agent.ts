import { say } from '../../platform/speakers.ts'
import { freeHandle } from '../../requests/agents/declare.ts'
import { type Command, readArguments } from './command.ts'
import { workBesideService } from './open-data.ts'

/** For a handle whose agent is revoked or was never proved: it can be declared again. */
export const freeAgentCommand: Command = async (args, surroundings) => {
  const { positionals } = readArguments(args, { options: {}, word: 'AGENT_ID' })
  const [agentId = ''] = positionals
  const { print } = surroundings
  return workBesideService(surroundings, async (service) => {
    await service.db.transaction((tx) => freeHandle(tx, agentId))
    print(say('{agentId} is removed, and its handle can be declared again', { agentId }))
    return 0
  })
}
