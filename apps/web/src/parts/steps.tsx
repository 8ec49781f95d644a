import './steps.css'
import { say } from '../words/speak.ts'

/** Shows a numbered list of steps, and marks the current one and the completed ones. `current` is an index from 0. */
export function Steps({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <ol class="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} class={formatStepClass(index, current)} aria-current={index === current ? 'step' : undefined}>
          <span class="steps-number figures" aria-hidden="true">
            {index + 1}
          </span>
          <span>
            {step}
            {index < current ? <span class="unseen"> {say('(done)')}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

function formatStepClass(index: number, current: number): string {
  if (index === current) return 'step-now'
  return index < current ? 'step-done' : 'step-coming'
}
