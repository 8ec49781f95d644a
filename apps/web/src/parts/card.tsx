import './card.css'
import type { ComponentChildren } from 'preact'
import './page-head.css'
import './facts.css'
import './empty.css'
import './stat.css'
import { formatNumber, say } from '../words/speak.ts'

type CardProps = { title?: string; aside?: ComponentChildren; children: ComponentChildren }

/** Shows its content in a framed section. The optional title is an h2 heading, with `aside` beside it. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section class="card">
      {title ? (
        <div class="card-head">
          <h2>{title}</h2>
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** Shows a page's h1 heading and an optional introductory sentence. The heading is unique on a page, and navigation moves the focus to it. */
export function PageHead({ title, lead }: { title: ComponentChildren; lead?: ComponentChildren }) {
  return (
    <div class="page-head">
      <h1 tabIndex={-1}>{title}</h1>
      {lead ? <p class="lead">{lead}</p> : null}
    </div>
  )
}

/** Shows pairs of name and value as a description list, one pair per line. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the placeholder of an empty list: a title, and children that explain why it is empty and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}

/** Shows several `Stat` components side by side. */
export function Stats({ children }: { children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>
}

type StatProps = { label: string; value: number | string | null; note?: string }

/** Shows one figure with its label and an optional note. While the value is null, a dash reserves its space. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div class="stat">
      <dt>{label}</dt>
      <dd class="stat-value figures">{formatValue(value)}</dd>
      {note ? <dd class="stat-note">{note}</dd> : null}
    </div>
  )
}

function formatValue(value: number | string | null): ComponentChildren {
  if (value === null) return <span aria-label={say('not known yet')}>–</span>
  return typeof value === 'number' ? formatNumber(value) : value
}
