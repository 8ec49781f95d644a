import { useEffect, useRef, useState } from 'preact/hooks'

// Smooth enough for slow motion, and leaves time for the camera's model.
const PICTURE_MS = 40

/** Shows how to move in a phase (an index into PHASES) by a moving figure. People who prefer reduced motion see both end poses instead. */
export function GuideFigure({ phase }: { phase: number }) {
  const isCalm = useCalm()
  const figure = useRef<SVGSVGElement>(null)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => (isCalm || !figure.current ? undefined : drawWhileVisible(figure.current, setSeconds)), [isCalm])
  const [one, other] = findPoses(phase)
  return (
    <svg class="research-figure" viewBox="-14 0 128 160" aria-hidden="true" ref={figure}>
      {isCalm ? <Lines drawing={drawPose(one)} name="research-figure-ghost" /> : null}
      <Lines drawing={drawPose(isCalm ? other : computePose(phase, seconds))} name="research-figure-body" />
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

/** Calls `draw` repeatedly while the element is visible. Browsers pause animation frames while the page is hidden. */
function drawWhileVisible(element: Element, draw: (seconds: number) => void): () => void {
  const began = performance.now()
  let frame = 0
  let drawnAt = 0
  const drawFrame = (now: number) => {
    frame = requestAnimationFrame(drawFrame)
    if (now - drawnAt < PICTURE_MS) return
    drawnAt = now
    draw(Math.max(0, now - began) / 1000)
  }
  const sight = new IntersectionObserver(([entry]) => {
    cancelAnimationFrame(frame)
    if (entry?.isIntersecting) frame = requestAnimationFrame(drawFrame)
  })
  sight.observe(element)
  return () => {
    sight.disconnect()
    cancelAnimationFrame(frame)
  }
}

const WISH = '(prefers-reduced-motion: reduce)'

/** Returns true if the person prefers reduced motion, and updates when the setting changes. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(() => matchMedia(WISH).matches)
  useEffect(() => {
    const wish = matchMedia(WISH)
    const updateCalm = () => setCalm(wish.matches)
    wish.addEventListener('change', updateCalm)
    return () => wish.removeEventListener('change', updateCalm)
  }, [])
  return isCalm
}

/**
 * A limb: the lift of its upper half from hanging, the bend of its lower half from there (degrees, outward), and the apparent
 * length of the upper half.
 */
type Limb = { lift: number; bend: number; length: number }

/** A pose of the guide figure, as seen in a mirror. */
type Pose = { lean: number; leftArm: Limb; rightArm: Limb; leftLeg: Limb; rightLeg: Limb }

type Spot = [number, number]

/** The lines of a figure in a box from -14 to 114 and from 0 to 160. */
type Drawing = { head: Spot; lines: Spot[][] }

const AT_EASE: Limb = { lift: 8, bend: -4, length: 1 }
const LEG: Limb = { lift: 3, bend: -2, length: 1 }
const ACROSS: Limb = { lift: 12, bend: -150, length: 0.8 }
const UP: Limb = { lift: 150, bend: 14, length: 1 }
const LIFTED: Limb = { lift: 10, bend: -10, length: 0.5 }
const SWUNG: Limb = { lift: 12, bend: 8, length: 0.8 }
const STANDING: Pose = { lean: 0, leftArm: AT_EASE, rightArm: AT_EASE, leftLeg: LEG, rightLeg: LEG }

/** Each phase swings between two poses and back in this time. */
const PHASES: readonly { from: Pose; to: Pose; seconds: number }[] = [
  { from: { ...STANDING, lean: -2 }, to: { ...STANDING, lean: 2 }, seconds: 5 },
  { from: STANDING, to: { ...STANDING, leftArm: UP, rightArm: UP }, seconds: 4 },
  { from: { ...STANDING, leftArm: ACROSS }, to: { ...STANDING, rightArm: ACROSS }, seconds: 4 },
  { from: { ...STANDING, lean: -20 }, to: { ...STANDING, lean: 20 }, seconds: 4 },
  {
    from: { ...STANDING, leftLeg: LIFTED, rightArm: SWUNG },
    to: { ...STANDING, rightLeg: LIFTED, leftArm: SWUNG },
    seconds: 1.6,
  },
]

/** Computes the figure's pose after `seconds` of a phase (an index into PHASES). The figure swings smoothly between the two end poses of the phase. */
export function computePose(phase: number, seconds: number): Pose {
  const { from, to, seconds: period } = PHASES[phase % PHASES.length] ?? { from: STANDING, to: STANDING, seconds: 1 }
  const share = (1 - Math.cos((2 * Math.PI * seconds) / period)) / 2
  return {
    lean: computeBetween(from.lean, to.lean, share),
    leftArm: computeLimbBetween(from.leftArm, to.leftArm, share),
    rightArm: computeLimbBetween(from.rightArm, to.rightArm, share),
    leftLeg: computeLimbBetween(from.leftLeg, to.leftLeg, share),
    rightLeg: computeLimbBetween(from.rightLeg, to.rightLeg, share),
  }
}

/** Returns the two end poses between which the figure swings in a phase (an index into PHASES). */
export function findPoses(phase: number): [Pose, Pose] {
  const { from, to } = PHASES[phase % PHASES.length] ?? { from: STANDING, to: STANDING }
  return [from, to]
}

/** Computes the position of the head and the lines of the body for a pose. */
export function drawPose({ lean, leftArm, rightArm, leftLeg, rightLeg }: Pose): Drawing {
  const hips: Spot = [50, 92]
  const computeLeaning = (spot: Spot): Spot => computeRotation(spot, hips, lean)
  const [neck, leftShoulder, rightShoulder] = [
    computeLeaning([50, 42]),
    computeLeaning([37, 45]),
    computeLeaning([63, 45]),
  ]
  return {
    head: computeLeaning([50, 27]),
    lines: [
      [neck, hips],
      [leftShoulder, neck, rightShoulder],
      computeLimb(leftShoulder, leftArm, { side: -1, halves: [24, 22] }),
      computeLimb(rightShoulder, rightArm, { side: 1, halves: [24, 22] }),
      [[42, 94], hips, [58, 94]],
      computeLimb([42, 94], leftLeg, { side: -1, halves: [28, 28] }),
      computeLimb([58, 94], rightLeg, { side: 1, halves: [28, 28] }),
    ],
  }
}

function computeLimb(
  root: Spot,
  { lift, bend, length }: Limb,
  { side, halves }: { side: 1 | -1; halves: Spot },
): Spot[] {
  const middle = computeEnd(root, side * lift, halves[0] * length)
  return [root, middle, computeEnd(middle, side * (lift + bend), halves[1])]
}

// 0 degrees points down, 90 to the right.
function computeEnd([x, y]: Spot, degrees: number, length: number): Spot {
  const angle = (degrees * Math.PI) / 180
  return [x + length * Math.sin(angle), y + length * Math.cos(angle)]
}

function computeRotation([x, y]: Spot, [aroundX, aroundY]: Spot, degrees: number): Spot {
  const angle = (degrees * Math.PI) / 180
  const [dx, dy] = [x - aroundX, y - aroundY]
  return [aroundX + dx * Math.cos(angle) - dy * Math.sin(angle), aroundY + dx * Math.sin(angle) + dy * Math.cos(angle)]
}

function computeLimbBetween(from: Limb, to: Limb, share: number): Limb {
  return {
    lift: computeBetween(from.lift, to.lift, share),
    bend: computeBetween(from.bend, to.bend, share),
    length: computeBetween(from.length, to.length, share),
  }
}

function computeBetween(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
