import './empty.css'
import type { ComponentChildren } from 'preact'

/** Nothing here yet, why, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}
