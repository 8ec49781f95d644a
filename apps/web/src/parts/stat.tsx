import type { ComponentChildren } from 'preact'
import './stat.css'
import { formatNumber } from '../words/format.ts'
import { say } from '../words/speak.ts'

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
