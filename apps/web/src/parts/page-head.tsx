import './page-head.css'
import type { ComponentChildren } from 'preact'

/** The one heading of the first rank on a page; the focus comes here after a walk. */
export function PageHead({ title, lead }: { title: ComponentChildren; lead?: ComponentChildren }) {
  return (
    <div class="page-head">
      <h1 tabIndex={-1}>{title}</h1>
      {lead ? <p class="lead">{lead}</p> : null}
    </div>
  )
}
