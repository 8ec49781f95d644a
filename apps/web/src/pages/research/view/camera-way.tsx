import { PhaseList } from './phase-list.tsx'
import { Progress } from './progress.tsx'
import { SessionCard } from './session-card.tsx'
import { WhatIsTaken } from './what-is-taken.tsx'

/** Giving the motion of a body before a camera: what is taken, what one does, and the session itself. */
export function CameraWay({ turn, onGiven }: { turn: number; onGiven: () => void }) {
  return (
    <div class="stack-wide">
      <Progress of="landmarks" turn={turn} />
      <WhatIsTaken />
      <PhaseList />
      <SessionCard onGiven={onGiven} />
    </div>
  )
}
