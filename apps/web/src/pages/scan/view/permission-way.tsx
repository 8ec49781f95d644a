import { type PermissionHelp, permissionHelp } from '../flow/permission-help.ts'

/** The way back to a denied permission: for this browser at once, for the others folded. */
export function PermissionWay() {
  const { own, others } = permissionHelp(navigator.userAgent)
  return (
    <div class="stack">
      {own ? <Way help={own} /> : null}
      <details class="scan-details" open={own === null}>
        <summary>{own ? 'Another browser?' : 'Your browser'}</summary>
        <div class="stack">
          {others.map((help) => (
            <Way key={help.browser} help={help} />
          ))}
        </div>
      </details>
    </div>
  )
}

function Way({ help: { title, steps } }: { help: PermissionHelp }) {
  return (
    <section class="stack">
      <h3>{title}</h3>
      <ol class="scan-ways">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
