import type { CheckFacts } from '../flow/facts.ts'
import { WORDS } from '../words.ts'

/** Who asks, and exactly what for. The service writes the same into the document, so nothing moves when this takes its place. */
export function Ask({ facts: { site, origin, action, details, test } }: { facts: CheckFacts }) {
  return (
    <section class="check-ask">
      <h1 tabIndex={-1}>
        <span class="check-who">{WORDS.asks(site)}</span> <span class="check-action">{action}</span>
      </h1>
      <p class="check-origin">
        {WORDS.for} <strong>{origin}</strong>
      </p>
      <Details details={details} />
      {test ? <p class="check-test">{WORDS.test}</p> : null}
    </section>
  )
}

function Details({ details }: Pick<CheckFacts, 'details'>) {
  if (details === null) return null
  if (typeof details === 'string') return <p class="check-details">{details}</p>
  return (
    <dl class="check-details">
      {Object.entries(details).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
