import { untilNextExpiryMs } from '@stillhere/client/receipt/view'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { place } from '../../../router.ts'
import { addedKeys } from './added-keys.ts'
import { type ReceiptDocument, readDocuments, readFragment } from './documents.ts'
import { type IssuerDataState, useIssuerData } from './issuer-data.ts'
import { type Options, type Judgments, judgeDocuments, findReceipts } from './judge.ts'

/** The documents that were given, judged, and what can be done with them. */
export type Verification = {
  documents: readonly ReceiptDocument[]
  judgments: Judgments
  chosen: number
  options: Options
  issuerData: IssuerDataState
  now: number
  /** Counts the documents that were given, so that the view knows when there is a new result. */
  revision: number
  replace: (documents: readonly ReceiptDocument[]) => void
  add: (documents: readonly ReceiptDocument[]) => void
  choose: (index: number) => void
  setOptions: (change: Partial<Options>) => void
  clear: () => void
  checkAgain: () => void
}

type Given = { documents: readonly ReceiptDocument[]; chosen: number; revision: number }

const EMPTY: Given = { documents: [], chosen: 0, revision: 0 }
const NO_OPTIONS: Options = { audience: '', at: '', legacy: false }

export function useVerification(): Verification {
  const [{ documents, chosen, revision }, setGiven] = useState(EMPTY)
  const [options, setOptions] = useState(NO_OPTIONS)
  const receipts = useMemo(
    () => findReceipts(documents.map((one) => ('value' in one ? one.value : undefined))),
    [documents],
  )
  const issuerData = useIssuerData([...new Set(receipts.map(({ issuer }) => issuer.id))].toSorted())
  const [now, tick] = useClock(receipts)
  const { document, lists } = issuerData
  const added = addedKeys.value
  const judgments = useMemo(
    () => judgeDocuments(documents, options, { issuers: { document, added }, lists, now }),
    [documents, options, document, added, lists, now],
  )
  const put = (next: (before: Given) => Partial<Given>) => {
    tick()
    setGiven((before) => ({ ...before, revision: before.revision + 1, ...next(before) }))
  }
  useLinkedReceipt((linked) => put(() => ({ documents: linked, chosen: 0, revision: 0 })))
  return {
    documents,
    judgments,
    chosen,
    options,
    issuerData,
    now,
    revision,
    replace: (next) => put(() => ({ documents: next, chosen: 0 })),
    add: (next) => put((before) => ({ documents: [...before.documents, ...next], chosen: before.documents.length })),
    choose: (index) => setGiven((before) => ({ ...before, chosen: index })),
    setOptions: (change) => setOptions((before) => ({ ...before, ...change })),
    clear: () => setGiven(EMPTY),
    checkAgain: () => {
      tick()
      issuerData.reload()
    },
  }
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

/** Opens the receipt in the address. A fragment never leaves the browser. */
function useLinkedReceipt(open: (documents: ReceiptDocument[]) => void): void {
  const { hash } = place.value.url
  useEffect(() => {
    const word = readFragment(hash)
    if (word !== null) open(readDocuments(word, 'The receipt in the link'))
  }, [hash])
}
