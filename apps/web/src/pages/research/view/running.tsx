import type { Signal } from '@preact/signals'
import { Button } from '../../../parts/button.tsx'
import { say } from '../../../words/speak.ts'
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
      {writeHint(sight.value)}
    </p>
  )
}

function writeHint(sight: Sight | null): string {
  if (sight === null) return say('We can’t see anyone yet.')
  return isWhole(sight) ? say('We can see your whole body.') : say('Part of you is out of the picture.')
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
