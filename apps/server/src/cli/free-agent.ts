import { freeHandle } from '../agents/revoke.ts'
import { RequestProblem } from '../problem.ts'
import { startService } from '../start.ts'
import { type Command, readArguments } from './command.ts'
import { openBesideService } from './open-data.ts'

/** For a handle whose agent is revoked or was never proved: it can be declared again. */
export const freeAgentCommand: Command = async (args, { settings, print }) => {
  const { positionals } = readArguments(args, { options: {}, word: 'AGENT_ID' })
  const [agentId = ''] = positionals
  const { service, stop } = await startService(settings, () => {}, openBesideService)
  try {
    await service.db.transaction((tx) => freeHandle(tx, agentId))
    print(`${agentId} is removed, and its handle can be declared again`)
    return 0
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    print(error.message)
    return 1
  } finally {
    await stop()
  }
}
