import type { CallOptions, OutputOf } from '@stillhere/client/http'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { service } from '../../../service.ts'

type IssuerDocument = OutputOf<'getIssuer'>

/** What this service said of its keys and of revoked receipts. A later failure takes nothing of it away. */
export type LookUps = {
  state: 'asking' | 'done' | 'failed'
  document: IssuerDocument | null
  lists: ReadonlyMap<string, unknown>
}

const NOTHING: LookUps = { state: 'asking', document: null, lists: new Map() }
// Whoever waits for a receipt should not wait for a network that is not there.
const QUICK = { timeoutMs: 6000, retries: 0 }
// Answers may be cached for minutes; whoever asks again wants to know what is true now.
const FRESH = { ...QUICK, headers: { 'cache-control': 'no-cache' } }

/** Asks for the keys and the lists of these issuers, at once and again on `ask`. */
export function useLookUps(issuerIds: readonly string[]): LookUps & { ask: () => void } {
  const [known, setKnown] = useState(NOTHING)
  const [turn, setTurn] = useState(0)
  const ask = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    const leaving = new AbortController()
    setKnown((before) => ({ ...before, state: 'asking' }))
    const look = async () => {
      const found = await lookUp(issuerIds, { ...(turn > 0 ? FRESH : QUICK), signal: leaving.signal })
      if (!leaving.signal.aborted) setKnown((before) => merged(before, found))
    }
    void look()
    return () => leaving.abort()
  }, [turn, issuerIds.join()])
  return { ...known, ask }
}

async function lookUp(issuerIds: readonly string[], options: CallOptions): Promise<LookUps> {
  try {
    const document = await service.getIssuer({}, options)
    const wanted = [...new Set([document.issuer.id, ...issuerIds])].filter((id) => hasList(document, id))
    const asked = await Promise.allSettled(
      wanted.map(async (issuer) => [issuer, await service.getStatusList({ issuer }, options)] as const),
    )
    const lists = new Map(asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
    return { state: lists.size === wanted.length ? 'done' : 'failed', document, lists }
  } catch {
    return { ...NOTHING, state: 'failed' }
  }
}

function hasList({ keys }: IssuerDocument, issuerId: string): boolean {
  return keys.some(({ id, status }) => id === issuerId && status !== 'compromised')
}

function merged(before: LookUps, found: LookUps): LookUps {
  return {
    state: found.state,
    document: found.document ?? before.document,
    lists: new Map([...before.lists, ...found.lists]),
  }
}
