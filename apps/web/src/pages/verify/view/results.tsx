import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import type { Desk } from '../flow/use-verification.ts'
import { ChainView } from './chain-view.tsx'
import { ChecksView } from './checks-view.tsx'
import { FactsView } from './facts-view.tsx'
import { MembersView } from './members-view.tsx'
import { Verdict } from './verdict.tsx'

/** What became of the papers: the verdict, every check, and what the receipt says. */
export function Results({ desk }: { desk: Desk }) {
  const { papers, judgements, chosen, lookUps, turn } = desk
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever handed something in is brought to its result; whoever came by a link stays at the top.
  useEffect(() => {
    if (turn > 0) heading.current?.focus()
  }, [turn])
  const judgement = judgements.each[chosen]
  const paper = papers[chosen]
  if (!judgement || !paper) return null
  const isWaiting = lookUps.state === 'asking' && lookUps.document === null
  return (
    <section class="stack" aria-labelledby="verify-result">
      <h2 id="verify-result" tabIndex={-1} ref={heading}>
        {paper.name}
      </h2>
      <ChainView desk={desk} />
      {isWaiting ? <Waiting /> : <Verdict judgement={judgement} demands={desk.demands} />}
      <Actions desk={desk} />
      {judgement.kind === 'judged' ? <ChecksView judgement={judgement} now={desk.now} isWaiting={isWaiting} /> : null}
      {judgement.kind === 'judged' && judgement.receipt ? <FactsView receipt={judgement.receipt} /> : null}
      {judgement.kind === 'judged' && 'value' in paper ? (
        <MembersView value={paper.value} result={judgement.result} />
      ) : null}
    </section>
  )
}

function Waiting() {
  return (
    <Card>
      <p role="status">Asking this service for its keys and its list of revoked receipts…</p>
      <Skeleton lines={2} />
    </Card>
  )
}

function Actions({ desk: { lookUps, checkAgain, clear } }: { desk: Desk }) {
  return (
    <div class="row">
      <Button kind="quiet" busy={lookUps.state === 'asking'} onClick={checkAgain}>
        Check again
      </Button>
      <Button kind="quiet" onClick={clear}>
        Clear
      </Button>
    </div>
  )
}
