import { useEffect, useState } from 'preact/hooks'
import { say } from '../../../words/speak.ts'
import type { Frame, Take } from '../flow/take.ts'
import { useCalm } from './calm.ts'
import { Points } from './points.tsx'

// Fast enough to see it all, slow enough to see what it is.
const SPEED = 2

/** What is about to be sent, played in a loop: points on paper. */
export function Replay({ take: { frames, aspect } }: { take: Take }) {
  const isCalm = useCalm()
  const [at, setAt] = useState(Math.floor(frames.length / 2))
  useEffect(() => (isCalm ? undefined : play(frames, setAt)), [isCalm, frames])
  return (
    <div
      class="research-mirror research-paper"
      role="img"
      aria-label={say('The points of your session, playing in a loop')}
    >
      <Points joints={frames[at]?.joints ?? []} aspect={aspect} />
    </div>
  )
}

function play(frames: readonly Frame[], show: (index: number) => void): () => void {
  const lengthMs = Math.max(1, frames.at(-1)?.t ?? 0)
  const began = performance.now()
  const tick = (now: number) => {
    const ms = (Math.max(0, now - began) * SPEED) % lengthMs
    show(
      Math.max(
        0,
        frames.findIndex(({ t }) => t >= ms),
      ),
    )
    frame = requestAnimationFrame(tick)
  }
  let frame = requestAnimationFrame(tick)
  return () => cancelAnimationFrame(frame)
}
