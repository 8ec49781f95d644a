import { service } from '../../service.ts'

/** The figures of the first page. */
export type Figures = { humans: number; agents: number; activeToday: number; genesisLeft: number }

/** Asks the service for both answers that hold them, at once. */
export async function readFigures(signal: AbortSignal): Promise<Figures> {
  const [network, status] = await Promise.all([
    service.getPresenceNetwork({ limit: 1 }, { signal }),
    service.getNodeStatus({}, { signal }),
  ])
  return {
    humans: network.activeHumans,
    agents: network.agents,
    activeToday: network.activeToday,
    genesisLeft: status.genesis_remaining,
  }
}
