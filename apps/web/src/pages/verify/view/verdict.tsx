import { Notice } from '../../../parts/notice.tsx'
import type { Demands, Judgement } from '../flow/judge.ts'
import { verdictWords } from '../flow/verdict-words.ts'

/** The verdict: a stamp, one sentence, and what to do. It is read out. */
export function Verdict({ judgement, demands }: { judgement: Judgement; demands: Demands }) {
  const { kind, stamp, title, advice } = verdictWords(judgement, demands)
  return (
    <div class="verify-verdict" role="status">
      <Notice kind={kind} title={stamp}>
        <p class="verify-title">{title}</p>
        <p>{advice}</p>
      </Notice>
    </div>
  )
}
