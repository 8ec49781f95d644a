/** What an asker says of its action beside one line: a text, or names and values. It is drawn as the service writes it into documents. */
export function ActionDetails({ details }: { details: string | Record<string, string> | null }) {
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
