import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { say } from '../../../words/speak.ts'
import { GuideFigure } from './figure.tsx'
import { isWhole, type Joint, type Moment, PHASES, type Sight } from './session.ts'

type WithPicture = { video: HTMLVideoElement; sight: Signal<Sight | null> }

/**
 * Shows the live camera picture before a session, and whether the whole body is visible. Calls `onStart` when the person presses Start,
 * and `onClose` when they turn the camera off.
 */
export function Ready({ video, sight, onStart, onClose }: WithPicture & { onStart: () => void; onClose: () => void }) {
  return (
    <div class="research-stage">
      <LivePicture video={video} sight={sight} />
      <div class="stack">
        <p>{say('Prop the device upright, then step back until you see your whole body.')}</p>
        <Hint sight={sight} />
        <p class="row">
          <Button onClick={onStart}>{say('Start')}</Button>
          <Button kind="quiet" onClick={onClose}>
            {say('Turn off camera')}
          </Button>
        </p>
        <p class="small soft">
          {say('After you press Start, you have eight seconds to step back. Only the dots are recorded.')}
        </p>
      </div>
    </div>
  )
}

function Hint({ sight }: { sight: Signal<Sight | null> }) {
  return (
    <p role="status" class="research-hint">
      {describeSight(sight.value)}
    </p>
  )
}

function describeSight(sight: Sight | null): string {
  if (sight === null) return say('We can’t see anyone yet.')
  return isWhole(sight) ? say('We can see your whole body.') : say('Part of you is out of the picture.')
}

/** Shows a running session: the live picture, and the countdown or the current phase in type that can be read from two meters. Calls `onStop` if the person ends it early. */
export function Running({ video, sight, moment, onStop }: WithPicture & { moment: Moment; onStop: () => void }) {
  const phase = moment.kind === 'moving' ? moment.phase : 0
  return (
    <div class="research-stage">
      <LivePicture video={video} sight={sight} />
      <div class="research-guide">
        <GuideFigure phase={phase} />
        <div class="stack">
          <p role="status" class="research-call">
            {moment.kind === 'counting' ? say('Step back.') : `${phase + 1}. ${PHASES[phase]?.title}`}
            <span class="unseen"> {PHASES[phase]?.words}</span>
          </p>
          <p class="research-seconds figures" aria-hidden="true">
            {moment.kind === 'over' ? '' : moment.secondsLeft}
          </p>
          <p class="research-words" aria-hidden="true">
            {moment.kind === 'counting'
              ? say('First: {phase}', { phase: PHASES[0]?.title ?? '' })
              : PHASES[phase]?.words}
          </p>
        </div>
        <div class="research-bar" aria-hidden="true">
          <div style={{ transform: `scaleX(${moment.kind === 'moving' ? moment.share : 0})` }} />
        </div>
        <p>
          <Button kind="quiet" onClick={onStop}>
            {say('Stop and discard')}
          </Button>
        </p>
      </div>
    </div>
  )
}

type LivePictureProps = { video: HTMLVideoElement; sight: Signal<Sight | null> }

/** Shows the mirrored camera picture with the captured points on top. */
function LivePicture({ video, sight }: LivePictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    video.setAttribute('aria-label', say('Your camera picture, mirrored'))
    frame.current?.prepend(video)
    return () => video.remove()
  }, [video])
  return (
    <div class="research-mirror" ref={frame}>
      <LivePoints sight={sight} />
    </div>
  )
}

function LivePoints({ sight }: { sight: Signal<Sight | null> }) {
  return sight.value ? <Points joints={sight.value.joints} aspect={sight.value.aspect} /> : null
}

type PointsProps = { joints: readonly Joint[]; aspect: number }

/** Draws the 18 points of a body and the lines between them as SVG. `aspect` is the picture's height divided by its width. */
export function Points({ joints, aspect }: PointsProps) {
  return (
    <svg class="research-points" viewBox={`0 0 1 ${aspect}`} aria-hidden="true">
      {BONES.map(([from, to]) => (
        <Bone key={`${from}-${to}`} from={joints[from]} to={joints[to]} />
      ))}
      {joints.map(({ x, y }, index) => (
        <circle key={index} cx={x} cy={y} r="0.011" />
      ))}
    </svg>
  )
}

function Bone({ from, to }: { from: Joint | undefined; to: Joint | undefined }) {
  return from && to ? <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} /> : null
}

/** Pairs of joints with a line between them, numbered as in docs/internals/signature.md. */
const BONES: readonly (readonly [number, number])[] = [
  [17, 1],
  [1, 3],
  [1, 4],
  [3, 5],
  [5, 7],
  [4, 6],
  [6, 8],
  [1, 2],
  [2, 15],
  [15, 9],
  [15, 10],
  [9, 11],
  [11, 13],
  [10, 12],
  [12, 14],
]
