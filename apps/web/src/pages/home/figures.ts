import { service } from '../../service.ts'

/** The figures of the first page. */
export type Figures = { humans: number; agents: number; scansToday: number; genesisLeft: number }

/** Asks the service for both answers that hold them, at once. */
export async function readFigures(signal: AbortSignal): Promise<Figures> {
  const [network, status] = await Promise.all([
    service.getPresenceNetwork({ limit: 1 }, { signal }),
    service.getNodeStatus({}, { signal }),
  ])
  return {
    humans: network.activeHumans,
    agents: network.agents,
    scansToday: network.scansToday,
    genesisLeft: status.genesis_remaining,
  }
}
