import './card.css'
import type { ComponentChildren } from 'preact'
import './page-head.css'
import './facts.css'
import './empty.css'
import './stat.css'
import { formatNumber, say } from '../words/speak.ts'

type CardProps = { title?: string; aside?: ComponentChildren; children: ComponentChildren }

/** A sheet of its own; with a title it is a section with a heading of the second rank. */
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

/** The one heading of the first rank on a page; the focus comes here after a walk. */
export function PageHead({ title, lead }: { title: ComponentChildren; lead?: ComponentChildren }) {
  return (
    <div class="page-head">
      <h1 tabIndex={-1}>{title}</h1>
      {lead ? <p class="lead">{lead}</p> : null}
    </div>
  )
}

/** Names and values, one pair a line: what is known of one thing. */
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

/** Nothing here yet, why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}

/** Figures with their names, side by side, divided by hairlines like the windows of a counter. */
export function Stats({ children }: { children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>
}

type StatProps = { label: string; value: number | string | null; note?: string }

/** One figure; null while it is not known, which keeps its place. */
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
