import type { CallOptions, OutputOf } from '@stillhere/client/http'
import { useRef } from 'preact/hooks'
import { useRequest } from '../../../parts/request.ts'
import { service } from '../../../service.ts'

type IssuerDocument = OutputOf<'getIssuer'>

/** What this service said of its keys and of revoked receipts; `isComplete` when all of it came. */
type IssuerData = {
  document: IssuerDocument | null
  lists: ReadonlyMap<string, unknown>
  isComplete: boolean
}

/** The data so far, whether more is under way, and how to ask again. A later failure takes nothing away. */
export type IssuerDataState = IssuerData & { isBusy: boolean; reload: () => void }

const NO_DATA: IssuerData = { document: null, lists: new Map(), isComplete: false }
// A person who waits for a verdict should not wait for a network that is not there.
const QUICK = { timeoutMs: 6000, retries: 0 }
// Answers may be cached for minutes; a person who checks again wants to know what is true now.
const FRESH = { ...QUICK, headers: { 'cache-control': 'no-cache' } }

/** Asks the service for its keys and the status lists of these issuers. */
export function useIssuerData(issuerIds: readonly string[]): IssuerDataState {
  const known = useRef(NO_DATA)
  const load = async (signal: AbortSignal, isReload: boolean) => {
    const found = await fetchIssuerData(issuerIds, { ...(isReload ? FRESH : QUICK), signal })
    return mergeData(known.current, found)
  }
  const { value, isBusy, reload } = useRequest(load, { deps: [issuerIds.join()] })
  if (value) known.current = value
  return { ...known.current, isBusy, reload }
}

async function fetchIssuerData(issuerIds: readonly string[], options: CallOptions): Promise<IssuerData> {
  try {
    const document = await service.getIssuer({}, options)
    const wanted = [...new Set([document.issuer.id, ...issuerIds])].filter((id) => hasList(document, id))
    const answers = await Promise.allSettled(
      wanted.map(async (issuer) => [issuer, await service.getStatusList({ issuer }, options)] as const),
    )
    const lists = new Map(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
    return { document, lists, isComplete: lists.size === wanted.length }
  } catch {
    return NO_DATA
  }
}

function hasList({ keys }: IssuerDocument, issuerId: string): boolean {
  return keys.some(({ id, status }) => id === issuerId && status !== 'compromised')
}

function mergeData(before: IssuerData, { document, lists, isComplete }: IssuerData): IssuerData {
  return { document: document ?? before.document, lists: new Map([...before.lists, ...lists]), isComplete }
}
