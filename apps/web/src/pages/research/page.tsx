import './research.css'
import { useState } from 'preact/hooks'
import { ButtonLink } from '../../parts/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { DeleteForm } from './view/delete-form.tsx'
import { PhaseList } from './view/phase-list.tsx'
import { Progress } from './view/progress.tsx'
import { SessionCard } from './view/session-card.tsx'
import { WhatIsTaken } from './view/what-is-taken.tsx'

/** How people give their motion to research, and take it back. */
export function Page() {
  // Counted up whenever the number of sessions has changed by something done here.
  const [turn, setTurn] = useState(0)
  const changed = () => setTurn((before) => before + 1)
  return (
    <div class="stack-wide">
      <div class="stack">
        <PageHead
          title="Lend us your motion."
          lead="Half a minute before your camera teaches the engine how people move. Only points are taken, never a picture, and you can take them back at any time."
        />
        <p class="row">
          <ButtonLink kind="quiet" href="#research-session">
            Give a session
          </ButtonLink>
          <ButtonLink kind="quiet" href="#research-delete">
            Delete a session
          </ButtonLink>
        </p>
      </div>
      <Progress turn={turn} />
      <WhatIsTaken />
      <PhaseList />
      <SessionCard onGiven={changed} />
      <div id="research-delete">
        <DeleteForm onDeleted={changed} />
      </div>
    </div>
  )
}
