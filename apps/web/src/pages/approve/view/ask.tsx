import { ActionDetails } from '../../../parts/action-details.tsx'
import { useCountdown } from '../../../parts/countdown.ts'
import { formatClock } from '../../../parts/time-words.ts'
import { formatMoment } from '../../../words/format.ts'
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
      {isOpen ? <Until at={expires_at} /> : null}
      {test ? <p class="check-test">{WORDS.test}</p> : null}
    </section>
  )
}

// The day is left out where it is today, so that the line stays one line.
function Until({ at }: { at: string }) {
  const until = new Date(at)
  const seconds = useCountdown(until.getTime())
  const isToday = until.toDateString() === new Date().toDateString()
  return (
    <p class="approve-until">
      {WORDS.until}{' '}
      <time dateTime={at}>{isToday ? formatMoment(until, { timeStyle: 'short' }) : formatMoment(until)}</time>
      {seconds > 0 ? <span class="soft figures"> ({WORDS.left(formatClock(seconds))})</span> : null}
    </p>
  )
}
