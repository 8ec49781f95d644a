import type { AnswerOf, getGenesisNodes, getPresenceNetwork, QueryOf } from '@stillhere/contract'
import { dayOf } from '../day.ts'
import { openCursor, sealCursor } from '../http/cursor.ts'
import { issuerHealth } from '../receipts/issuer.ts'
import type { Secrets } from '../secrets.ts'
import type { Service } from '../service.ts'
import { GENESIS_PLACES, toNetworkNode } from './rules.ts'
import { type ActivatedNode, listActivated, listGenesis, type Position, readFigures } from './store.ts'

// Figures and lists are read from one snapshot: they agree whatever is written meanwhile.
const ONE_SNAPSHOT = { isolation: 'REPEATABLE READ' } as const

/** The genesis cohort: the nodes of it that exist, and the places that nobody took yet. */
export function readGenesis({ db, secrets }: Service): Promise<AnswerOf<typeof getGenesisNodes>> {
  return db.transaction(async (tx) => {
    const { genesisTaken } = await readFigures(tx, dayOf(tx.now))
    const nodes = (await listGenesis(tx)).map(({ id, index, joined }) => ({
      index,
      id: computePseudonym(secrets, 'genesis', id),
      joined: joined.toISOString(),
    }))
    return { total: nodes.length, remaining: GENESIS_PLACES - genesisTaken, nodes }
  }, ONE_SNAPSHOT)
}

/** The figures of the network and one page of its activated nodes, the newest first. */
export function readNetwork(
  { db, secrets, settings }: Service,
  { limit = 200, cursor }: QueryOf<typeof getPresenceNetwork>,
): Promise<AnswerOf<typeof getPresenceNetwork>> {
  const after = cursor === undefined ? null : positionIn(secrets, cursor)
  return db.transaction(async (tx) => {
    const day = dayOf(tx.now)
    const { humans, agents, genesisNodes, activeToday, scansToday, scans } = await readFigures(tx, day)
    const found = await listActivated(tx, { after, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      totalNodes: humans + agents,
      activeHumans: humans,
      genesisNodes,
      agents,
      activeToday,
      scansToday,
      totalScans: scans,
      protocolEnclave: (await issuerHealth({ db: tx, secrets, settings })).ok,
      nodes: page.map((node) => toNetworkNode(node, { mask: computePseudonym(secrets, 'mask', node.id), day })),
      nextCursor: found.length > limit ? cursorAt(secrets, page.at(-1)) : null,
    }
  }, ONE_SNAPSHOT)
}

// A keyed hash of nothing but the number of the node: no e-mail address, handle or wallet shows through.
function computePseudonym(secrets: Secrets, purpose: 'genesis' | 'mask', nodeId: number): string {
  return secrets.hash(purpose, String(nodeId)).toString('hex').slice(0, 16)
}

function cursorAt(secrets: Secrets, last: ActivatedNode | undefined): string | null {
  return last ? sealCursor(secrets, 'network', `${last.id} ${last.position}`) : null
}

function positionIn(secrets: Secrets, cursor: string): Position {
  const position = openCursor(secrets, 'network', cursor)
  const space = position.indexOf(' ')
  return { id: Number(position.slice(0, space)), activatedAt: position.slice(space + 1) }
}
