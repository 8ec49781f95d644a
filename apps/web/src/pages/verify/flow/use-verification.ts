import { type ApproverVerification, verifyApprovers } from '@stillhere/client/receipt/documents'
import { untilNextExpiryMs } from '@stillhere/client/receipt/view'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useOwnKeys } from '../../../receipts/own-keys.ts'
import { place } from '../../../router.ts'
import { WORDS } from '../words.ts'
import { addedKeys } from './added-keys.ts'
import { type ReceiptDocument, readDocuments, readFragment } from './documents.ts'
import { takeHandedIn } from './handed-in.ts'
import { type IssuerDataState, useIssuerData } from './issuer-data.ts'
import { type Options, type Judgments, judgeWithLists, findReceipts } from './judge.ts'

/** The documents that were given, judged, and what can be done with them. */
export type Verification = Judging & {
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

type Given = { documents: readonly ReceiptDocument[]; chosen: number; revision: number }

const EMPTY: Given = { documents: [], chosen: 0, revision: 0 }
export const NO_OPTIONS: Options = { audience: '', at: '', legacy: false, approverKeys: [] }

/** What is known of some documents at this moment. */
export type Judging = {
  judgments: Judgments
  issuerData: IssuerDataState
  /** Whether the signatures of persons’ keys are still being verified. */
  isVerifying: boolean
  now: number
  checkAgain: () => void
}

export function useVerification(): Verification {
  const [{ documents, chosen, revision }, setGiven] = useState(openGiven)
  const [options, setOptions] = useState(NO_OPTIONS)
  const { tick, ...judging } = useJudging(documents, options)
  const put = (next: (before: Given) => Partial<Given>) => {
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

/** Judges documents by what this service says of its keys, and again when more is known or a receipt expires. */
export function useJudging(documents: readonly ReceiptDocument[], options: Options): Judging & { tick: () => void } {
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

type FoundApprovers = { of: readonly ReceiptDocument[]; keys: readonly string[]; found: ApproverVerification[] }

/** What the keys of persons signed, by document; undefined until WebCrypto has answered for these documents and keys. */
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

/** What a page begins with: what was dropped on the page before, or the receipt in its address; nothing moves when it arrives. */
function openGiven(): Given {
  const handed = takeHandedIn()
  return { ...EMPTY, documents: handed.length > 0 ? handed : readLinked(place.peek().url.hash) }
}

/** The moment of judgment: when a document was given, and again when a receipt expires. */
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
