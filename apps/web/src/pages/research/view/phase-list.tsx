import { say } from '../../../words/speak.ts'
import { PHASE_MS, PHASES } from '../flow/phases.ts'
import { GuideFigure } from './guide-figure.tsx'

/** The five phases, so that nobody is surprised by one. */
export function PhaseList() {
  return (
    <section class="stack" aria-labelledby="research-phases">
      <h2 id="research-phases">{say('What to do')}</h2>
      <p>
        {say(
          'Stand about two meters from the camera. There are five phases of {seconds} seconds each; a figure shows what to do. Skip anything that hurts. Sitting is fine too, as long as your feet are in the picture.',
          { seconds: PHASE_MS / 1000 },
        )}
      </p>
      <ol class="research-phases">
        {PHASES.map(({ title, words }, index) => (
          <li key={title}>
            <GuideFigure phase={index} />
            <div>
              <h3>
                <span class="figures soft">{index + 1}</span> {title}
              </h3>
              <p class="small soft">{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
