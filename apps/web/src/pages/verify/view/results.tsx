import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import type { Judgment, Options } from '../flow/judge.ts'
import type { Verification } from '../flow/use-verification.ts'
import { describeVerdict, tellStory } from '../flow/verdict-words.ts'
import { WORDS } from '../words.ts'
import { ChainView } from './chain-view.tsx'
import { ChecksView } from './checks-view.tsx'
import { FactsView } from './facts-view.tsx'
import { MembersView } from './members-view.tsx'

/** What became of the documents: the verdict, every check, and what the receipt says. */
export function Results({ verification }: { verification: Verification }) {
  const { documents, judgments, chosen, issuerData, revision } = verification
  const heading = useRef<HTMLHeadingElement>(null)
  // A document that was given brings the focus to its result; one that came with the link leaves the page at the top.
  useEffect(() => {
    if (revision > 0) heading.current?.focus()
  }, [revision])
  const judgment = judgments.each[chosen]
  const shown = documents[chosen]
  if (!judgment || !shown) return null
  const isWaiting = issuerData.isBusy && issuerData.document === null
  return (
    <section class="stack" aria-labelledby="verify-result">
      <h2 id="verify-result" tabIndex={-1} ref={heading}>
        {shown.name}
      </h2>
      <ChainView verification={verification} />
      {isWaiting ? <Waiting /> : <Verdict judgment={judgment} options={verification.options} />}
      <Actions verification={verification} />
      {judgment.kind === 'judged' ? (
        <ChecksView judgment={judgment} now={verification.now} isWaiting={isWaiting} />
      ) : null}
      {judgment.kind === 'judged' && judgment.receipt ? <FactsView receipt={judgment.receipt} /> : null}
      {judgment.kind === 'judged' && 'value' in shown ? (
        <MembersView value={shown.value} result={judgment.result} />
      ) : null}
    </section>
  )
}

function Waiting() {
  return (
    <Card>
      <p role="status">{WORDS.waiting}</p>
      <Skeleton lines={2} />
    </Card>
  )
}

function Actions({ verification: { issuerData, checkAgain, clear } }: { verification: Verification }) {
  return (
    <div class="row no-print">
      <Button kind="quiet" onClick={() => print()}>
        {WORDS.print}
      </Button>
      <Button kind="quiet" busy={issuerData.isBusy} onClick={checkAgain}>
        {WORDS.again}
      </Button>
      <Button kind="quiet" onClick={clear}>
        {WORDS.clear}
      </Button>
    </div>
  )
}

/** The verdict: a stamp, one sentence, and what to do. It is read out. */
function Verdict({ judgment, options }: { judgment: Judgment; options: Options }) {
  const { kind, stamp, title, advice } = describeVerdict(judgment, options)
  const story = tellStory(judgment, options, location.host)
  return (
    <div class="verify-verdict" role="status">
      {story ? <p class="verify-story">{story.isClaim ? WORDS.claims(story.sentence) : story.sentence}</p> : null}
      <Notice kind={kind} title={stamp}>
        <p class="verify-title">{title}</p>
        <p>{advice}</p>
      </Notice>
    </div>
  )
}
