import './card.css'
import type { ComponentChildren } from 'preact'

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
