import { isCodeName, splitCode } from '@stillhere/client/receipt/view'

/** What an asker says of its action beside one line: a text, or names and values. It is drawn as the service writes it into documents. */
export function ActionDetails({ details }: { details: string | Record<string, string> | null }) {
  if (details === null) return null
  if (typeof details === 'string')
    return (
      <p class="check-details">
        <bdi>{details}</bdi>
      </p>
    )
  return (
    <dl class="check-details">
      {Object.entries(details).map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>{isCodeName(name) ? <Code code={value} /> : <bdi>{value}</bdi>}</dd>
        </div>
      ))}
    </dl>
  )
}

// Escapes are marked: code may hold the same letters.
function Code({ code }: { code: string }) {
  return <code dir="ltr">{splitCode(code).map(({ text, isEscape }) => (isEscape ? <mark>{text}</mark> : text))}</code>
}
