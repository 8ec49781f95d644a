import { ANOTHER_WAY_WORDS } from '../flow/another-way-words.ts'

/** The ways beside moving a phone, and what each is worth. */
export function AnotherWay() {
  const { title, lead, more, ways } = ANOTHER_WAY_WORDS
  return (
    <details class="scan-another-way">
      <summary>{title}</summary>
      <div class="stack">
        <p>{lead}</p>
        <dl class="stack">
          {ways.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a href="/docs/another-way">{more}</a>
        </p>
      </div>
    </details>
  )
}
