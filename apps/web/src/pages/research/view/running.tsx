import type { Signal } from '@preact/signals'
import { Button } from '../../../parts/button.tsx'
import { type Moment, PHASES } from '../flow/phases.ts'
import { isWhole, type Sight } from '../flow/take.ts'
import { GuideFigure } from './guide-figure.tsx'
import { LivePicture } from './live-picture.tsx'

type WithPicture = { video: HTMLVideoElement; sight: Signal<Sight | null> }

/** The camera is on: the person finds a good place before it. */
export function Ready({ video, sight, onStart, onClose }: WithPicture & { onStart: () => void; onClose: () => void }) {
  return (
    <div class="research-stage">
      <LivePicture video={video} sight={sight} />
      <div class="stack">
        <p>Set the device upright, so that it stands by itself. Then step back until you see yourself whole.</p>
        <Hint sight={sight} />
        <p class="row">
          <Button onClick={onStart}>Start</Button>
          <Button kind="quiet" onClick={onClose}>
            Turn the camera off
          </Button>
        </p>
        <p class="small soft">After Start you have eight seconds to step back. The dots are all that is taken.</p>
      </div>
    </div>
  )
}

function Hint({ sight }: { sight: Signal<Sight | null> }) {
  return (
    <p role="status" class="research-hint">
      {writeHint(sight.value)}
    </p>
  )
}

function writeHint(sight: Sight | null): string {
  if (sight === null) return 'Nobody is seen yet.'
  return isWhole(sight) ? 'You are seen whole.' : 'Part of you is outside the picture.'
}

/** Countdown and phases, in letters that can be read from two meters. */
export function Running({ video, sight, moment, onStop }: WithPicture & { moment: Moment; onStop: () => void }) {
  const phase = moment.kind === 'moving' ? moment.phase : 0
  return (
    <div class="research-stage">
      <LivePicture video={video} sight={sight} />
      <div class="research-guide">
        <GuideFigure phase={phase} />
        <div class="stack">
          <p role="status" class="research-call">
            {moment.kind === 'counting' ? 'Step back.' : `${phase + 1}. ${PHASES[phase]?.title}`}
            <span class="unseen"> {PHASES[phase]?.words}</span>
          </p>
          <p class="research-seconds figures" aria-hidden="true">
            {moment.kind === 'over' ? '' : moment.secondsLeft}
          </p>
          <p class="research-words" aria-hidden="true">
            {moment.kind === 'counting' ? `First: ${PHASES[0]?.title.toLowerCase()}.` : PHASES[phase]?.words}
          </p>
        </div>
        <div class="research-bar" aria-hidden="true">
          <div style={{ transform: `scaleX(${moment.kind === 'moving' ? moment.share : 0})` }} />
        </div>
        <p>
          <Button kind="quiet" onClick={onStop}>
            Stop and throw away
          </Button>
        </p>
      </div>
    </div>
  )
}
