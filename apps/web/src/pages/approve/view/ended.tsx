import { Notice } from '../../../parts/notice.tsx'
import { SavedLine } from '../../../receipts/saved.tsx'
import { session } from '../../../session/session.ts'
import type { ApprovalFacts } from '../flow/facts.ts'
import type { End } from '../flow/phase.ts'
import { describeEnd, WORDS } from '../words.ts'

/** How it ended. */
export function Ended({ end, facts: { asker } }: { end: End; facts: ApprovalFacts }) {
  const { kind, title, advice } = describeEnd(end, asker)
  return (
    <>
      <Notice kind={kind} title={title} live>
        {advice}
      </Notice>
      <SavedLine href="/receipts" />
      {session.value ? (
        <p>
          <a href="/node?view=approvals">{WORDS.allApprovals}</a>
        </p>
      ) : null}
    </>
  )
}
