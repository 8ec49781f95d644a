import { ActionDetails } from '../../../parts/action-details.tsx'
import type { CheckFacts } from '../flow/facts.ts'
import { WORDS } from '../words.ts'

/** Who asks, and exactly what for. The service writes the same into the document, so nothing moves when this takes its place. */
export function Ask({ facts: { site, origin, action, details, test } }: { facts: CheckFacts }) {
  return (
    <section class="check-ask">
      <h1 tabIndex={-1}>
        <span class="check-who">{WORDS.asks(site)}</span> <bdi class="check-action">{action}</bdi>
      </h1>
      <p class="check-origin">
        {WORDS.for} <strong>{origin}</strong>
      </p>
      <ActionDetails details={details} />
      {test ? <p class="check-test">{WORDS.test}</p> : null}
    </section>
  )
}
