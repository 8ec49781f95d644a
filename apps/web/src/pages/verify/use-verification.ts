import { signal } from '@preact/signals'
import type { CallOptions, OutputOf } from '@stillhere/client/http'
import { type ApproverVerification, verifyApprovers } from '@stillhere/client/receipt/documents'
import { untilNextExpiryMs } from '@stillhere/client/receipt/view'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useRequest } from '../../parts/request.ts'
import { useOwnKeys } from '../../receipts/device-receipts.ts'
import { place } from '../../router.ts'
import { service } from '../../service.ts'
import { readDocuments, readFragment, type ReceiptDocument, spendHandedDocuments } from './documents.ts'
import { type AddedKey, findReceipts, judgeWithLists, type Judgments, type Options, parseAddedKeys } from './judge.ts'
import { WORDS } from './words.ts'

/** The documents of the page, their judgments, and the functions that change them. */
export type Verification = JudgingState & {
  documents: readonly ReceiptDocument[]
  chosen: number
  options: Options
  /** Counts the documents that were given, so that the view knows when there is a new result. */
  revision: number
  replace: (documents: readonly ReceiptDocument[]) => void
  add: (documents: readonly ReceiptDocument[]) => void
  choose: (index: number) => void
  setOptions: (change: Partial<Options>) => void
  clear: () => void
}

type VerificationInput = { documents: readonly ReceiptDocument[]; chosen: number; revision: number }

const EMPTY: VerificationInput = { documents: [], chosen: 0, revision: 0 }
export const NO_OPTIONS: Options = { audience: '', at: '', legacy: false, approverKeys: [] }

/** The current judgment of documents. */
type JudgingState = {
  judgments: Judgments
  issuerData: IssuerDataState
  /** True while the signatures of persons are being verified. */
  isVerifying: boolean
  now: number
  checkAgain: () => void
}

/** Holds the documents and options of the Verify page and judges them. Starts with the documents dropped on the previous page, or with the receipt in the address. */
export function useVerification(): Verification {
  const [{ documents, chosen, revision }, setGiven] = useState(openGiven)
  const [options, setOptions] = useState(NO_OPTIONS)
  const { tick, ...judging } = useJudging(documents, options)
  const put = (next: (before: VerificationInput) => Partial<VerificationInput>) => {
    tick()
    setGiven((before) => ({ ...before, revision: before.revision + 1, ...next(before) }))
  }
  useLinkedReceipt((linked) => put(() => ({ documents: linked, chosen: 0, revision: 0 })))
  return {
    ...judging,
    documents,
    chosen,
    options,
    revision,
    replace: (next) => put(() => ({ documents: next, chosen: 0 })),
    add: (next) => put((before) => ({ documents: [...before.documents, ...next], chosen: before.documents.length })),
    choose: (index) => setGiven((before) => ({ ...before, chosen: index })),
    setOptions: (change) => setOptions((before) => ({ ...before, ...change })),
    clear: () => setGiven(EMPTY),
  }
}

/** Judges documents by the service's keys and status lists, which it loads, and again when more is known or a receipt expires. `tick` judges anew at the current time. */
export function useJudging(
  documents: readonly ReceiptDocument[],
  options: Options,
): JudgingState & { tick: () => void } {
  const receipts = useMemo(() => findReceipts(documents), [documents])
  const issuerData = useIssuerData([...new Set(receipts.map(({ issuer }) => issuer.id))].toSorted())
  const [now, tick] = useClock(receipts)
  const { document, lists } = issuerData
  const added = addedKeys.value
  const own = useOwnKeys()
  const approvers = useApprovers(documents, options.approverKeys)
  const judgments = useMemo(
    () => judgeWithLists(documents, options, { issuers: { document, added, own }, lists, now, approvers }),
    [documents, options, document, added, own, lists, now, approvers],
  )
  const checkAgain = () => {
    tick()
    issuerData.reload()
  }
  return { judgments, issuerData, isVerifying: approvers === undefined, now, checkAgain, tick }
}

const KEY = 'stillhere-trusted-keys'

/** The issuers' keys that the person trusts. They are public, and kept in this browser until they are removed. */
export const addedKeys = signal<readonly AddedKey[]>(readStored())

/** Adds an issuer key to this browser's list of trusted keys, replacing an entry with the same public key. */
export function addKey(added: AddedKey): void {
  keep([...addedKeys.value.filter(({ publicKey }) => publicKey !== added.publicKey), added])
}

/** Removes an issuer key from this browser's list of trusted keys. Without effect if it isn't in the list. */
export function removeKey(publicKey: string): void {
  keep(addedKeys.value.filter((one) => one.publicKey !== publicKey))
}

function keep(keys: readonly AddedKey[]): void {
  addedKeys.value = keys
  try {
    localStorage.setItem(KEY, JSON.stringify(keys))
  } catch {
    // A browser may forbid storage altogether; then the keys live as long as the page.
  }
}

function readStored(): AddedKey[] {
  try {
    return parseAddedKeys(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

type FoundApprovers = { of: readonly ReceiptDocument[]; keys: readonly string[]; found: ApproverVerification[] }

/** Returns the verified signatures of persons, by document; undefined until WebCrypto has verified these documents and keys. */
function useApprovers(
  documents: readonly ReceiptDocument[],
  keys: readonly string[],
): FoundApprovers['found'] | undefined {
  const [known, setKnown] = useState<FoundApprovers>()
  useEffect(() => {
    let isCurrent = true
    const verify = async () => {
      const found = await verifyApprovers(documents, keys)
      if (isCurrent) setKnown({ of: documents, keys, found })
    }
    void verify()
    return () => {
      isCurrent = false
    }
  }, [documents, keys])
  return known?.of === documents && known.keys === keys ? known.found : undefined
}

/** Reads the initial documents synchronously: those dropped on the previous page, or the receipt in the address. */
function openGiven(): VerificationInput {
  const handed = spendHandedDocuments()
  return { ...EMPTY, documents: handed.length > 0 ? handed : readLinked(place.peek().url.hash) }
}

/** Returns the time at which documents are judged and a function that renews it. The time also renews itself when a receipt expires. */
function useClock(receipts: Parameters<typeof untilNextExpiryMs>[0]): [now: number, tick: () => void] {
  const [now, setNow] = useState(Date.now)
  const tick = () => setNow(Date.now())
  useEffect(() => {
    const wait = untilNextExpiryMs(receipts, Date.now())
    if (wait === null) return undefined
    const timer = setTimeout(tick, wait)
    return () => clearTimeout(timer)
  }, [receipts, now])
  return [now, tick]
}

/** Opens the receipt in the address when that changes. A fragment never leaves the browser. */
function useLinkedReceipt(open: (documents: ReceiptDocument[]) => void): void {
  const { hash } = place.value.url
  const opened = useRef(hash)
  useEffect(() => {
    const linked = hash === opened.current ? [] : readLinked(hash)
    opened.current = hash
    if (linked.length > 0) open(linked)
  }, [hash])
}

function readLinked(hash: string): ReceiptDocument[] {
  const word = readFragment(hash)
  return word === null ? [] : readDocuments(word, WORDS.linked)
}

type IssuerDocument = OutputOf<'getIssuer'>

/** The service's keys and status lists; `isComplete` if all of them were loaded. */
type IssuerData = {
  document: IssuerDocument | null
  lists: ReadonlyMap<string, unknown>
  isComplete: boolean
}

/** The data loaded so far. `reload` requests it again; a failure keeps earlier data. */
export type IssuerDataState = IssuerData & { isBusy: boolean; reload: () => void }

const NO_DATA: IssuerData = { document: null, lists: new Map(), isComplete: false }
// A person who waits for a verdict shouldn't wait long for an unreachable network.
const QUICK = { timeoutMs: 6000, retries: 0 }
// Answers may be cached for minutes; a person who checks again wants to know what is true now.
const FRESH = { ...QUICK, headers: { 'cache-control': 'no-cache' } }

/** Asks the service for its keys and the status lists of these issuers. */
function useIssuerData(issuerIds: readonly string[]): IssuerDataState {
  const known = useRef(NO_DATA)
  const load = async (abort: AbortSignal, isReload: boolean) => {
    const found = await loadIssuerData(issuerIds, { ...(isReload ? FRESH : QUICK), signal: abort })
    return mergeData(known.current, found)
  }
  const { value, isBusy, reload } = useRequest(load, { deps: [issuerIds.join()] })
  if (value) known.current = value
  return { ...known.current, isBusy, reload }
}

async function loadIssuerData(issuerIds: readonly string[], options: CallOptions): Promise<IssuerData> {
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
