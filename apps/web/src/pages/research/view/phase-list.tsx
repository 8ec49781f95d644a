import { PHASE_MS, PHASES } from '../flow/phases.ts'
import { GuideFigure } from './guide-figure.tsx'

/** The five phases, so that nobody is surprised by one. */
export function PhaseList() {
  return (
    <section class="stack" aria-labelledby="research-phases">
      <h2 id="research-phases">What you do</h2>
      <p>
        Stand about two meters from the camera. Five phases follow each other, {PHASE_MS / 1000} seconds each; a figure
        shows them. Leave out what hurts. Sitting is fine too, with your feet in the picture.
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
