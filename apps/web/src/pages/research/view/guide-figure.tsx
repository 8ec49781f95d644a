import { useEffect, useRef, useState } from 'preact/hooks'
import { type Drawing, drawPose, findEnds, poseAt } from '../flow/figure.ts'
import { useCalm } from './calm.ts'

// Smooth enough for slow limbs; the rest of the time belongs to the camera's model.
const PICTURE_MS = 40

/** Shows a phase: moving gently while in sight, or both of its ends at once for those who asked for less motion. */
export function GuideFigure({ phase }: { phase: number }) {
  const isCalm = useCalm()
  const figure = useRef<SVGSVGElement>(null)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => (isCalm || !figure.current ? undefined : whileSeen(figure.current, setSeconds)), [isCalm])
  const [one, other] = findEnds(phase)
  return (
    <svg class="research-figure" viewBox="-14 0 128 160" aria-hidden="true" ref={figure}>
      {isCalm ? <Lines drawing={drawPose(one)} name="research-figure-ghost" /> : null}
      <Lines drawing={drawPose(isCalm ? other : poseAt(phase, seconds))} name="research-figure-body" />
    </svg>
  )
}

function Lines({ drawing: { head, lines }, name }: { drawing: Drawing; name: string }) {
  return (
    <g class={name}>
      <circle cx={head[0]} cy={head[1]} r="10" />
      {lines.map((line, index) => (
        <polyline key={index} points={line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      ))}
    </g>
  )
}

/** Draws again and again while the element is in the window; the browser itself asks for nothing while the page is hidden. */
function whileSeen(element: Element, draw: (seconds: number) => void): () => void {
  const began = performance.now()
  let frame = 0
  let drawnAt = 0
  const tick = (now: number) => {
    frame = requestAnimationFrame(tick)
    if (now - drawnAt < PICTURE_MS) return
    drawnAt = now
    draw(Math.max(0, now - began) / 1000)
  }
  const sight = new IntersectionObserver(([entry]) => {
    cancelAnimationFrame(frame)
    if (entry?.isIntersecting) frame = requestAnimationFrame(tick)
  })
  sight.observe(element)
  return () => {
    sight.disconnect()
    cancelAnimationFrame(frame)
  }
}
