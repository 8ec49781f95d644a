import { ActionDetails } from '../../../parts/action-details.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import type { ApprovalFacts } from '../flow/facts.ts'
import { WORDS } from '../words.ts'

/** Who asks for what, exactly. The service writes the same into the document, so nothing moves when this takes its place. */
export function Ask({ facts, isOpen }: { facts: ApprovalFacts; isOpen: boolean }) {
  const { asker, action, binding_message, expires_at, test } = facts
  return (
    <section class="check-ask">
      <h1 tabIndex={-1}>
        <span class="check-who">{WORDS.asks(asker)}</span> <bdi class="check-action">{action.summary}</bdi>
      </h1>
      <p class="approve-type">
        {WORDS.type} <code>{action.type}</code>
      </p>
      <ActionDetails details={action.details ?? null} />
      <p class="approve-compare">
        {WORDS.compare} <code>{binding_message}</code>
      </p>
      {isOpen ? (
        <p class="approve-until">
          {WORDS.until} <ExactTime at={expires_at} />
        </p>
      ) : null}
      {test ? <p class="check-test">{WORDS.test}</p> : null}
    </section>
  )
}
