import { untilNextExpiryMs } from '@stillhere/client/receipt/view'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { place } from '../../../router.ts'
import { addedKeys } from './added-keys.ts'
import { type Paper, papersIn, wordInFragment } from './documents.ts'
import { type LookUps, useLookUps } from './issuer-data.ts'
import { type Demands, type Judgements, judgePapers, receiptsIn } from './judge.ts'

/** All that lies on the desk, judged, and what can be done with it. */
export type Desk = {
  papers: readonly Paper[]
  judgements: Judgements
  chosen: number
  demands: Demands
  lookUps: LookUps & { ask: () => void }
  now: number
  /** Counts what was handed in, so that whoever shows the result knows when a new one is there. */
  turn: number
  hand: (papers: readonly Paper[]) => void
  add: (papers: readonly Paper[]) => void
  choose: (index: number) => void
  demand: (change: Partial<Demands>) => void
  clear: () => void
  checkAgain: () => void
}

type OnDesk = { papers: readonly Paper[]; chosen: number; turn: number }

const EMPTY: OnDesk = { papers: [], chosen: 0, turn: 0 }
const NO_DEMANDS: Demands = { audience: '', at: '', legacy: false }

export function useDesk(): Desk {
  const [{ papers, chosen, turn }, setDesk] = useState(EMPTY)
  const [demands, setDemands] = useState(NO_DEMANDS)
  const receipts = useMemo(
    () => receiptsIn(papers.map((paper) => ('value' in paper ? paper.value : undefined))),
    [papers],
  )
  const lookUps = useLookUps([...new Set(receipts.map(({ issuer }) => issuer.id))].toSorted())
  const [now, tick] = useClock(receipts)
  const { document, lists } = lookUps
  const added = addedKeys.value
  const judgements = useMemo(
    () => judgePapers(papers, demands, { issuers: { document, added }, lists, now }),
    [papers, demands, document, added, lists, now],
  )
  const put = (next: (before: OnDesk) => Partial<OnDesk>) => {
    tick()
    setDesk((before) => ({ ...before, turn: before.turn + 1, ...next(before) }))
  }
  useLinked((linked) => put(() => ({ papers: linked, chosen: 0, turn: 0 })))
  return {
    papers,
    judgements,
    chosen,
    demands,
    lookUps,
    now,
    turn,
    hand: (next) => put(() => ({ papers: next, chosen: 0 })),
    add: (next) => put((before) => ({ papers: [...before.papers, ...next], chosen: before.papers.length })),
    choose: (index) => setDesk((before) => ({ ...before, chosen: index })),
    demand: (change) => setDemands((before) => ({ ...before, ...change })),
    clear: () => setDesk(EMPTY),
    checkAgain: () => {
      tick()
      lookUps.ask()
    },
  }
}

/** The moment of judgement: when something was handed in, and again when a receipt expires. */
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

/** Hands over the receipt in the address. A fragment never leaves the browser. */
function useLinked(take: (papers: Paper[]) => void): void {
  const { hash } = place.value.url
  useEffect(() => {
    const word = wordInFragment(hash)
    if (word !== null) take(papersIn(word, 'The receipt in the link'))
  }, [hash])
}
