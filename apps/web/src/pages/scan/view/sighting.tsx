import { Icon } from '../../../parts/icon.tsx'
import { Meter } from '../../../parts/meter.tsx'
import { PART_WORDS, seenWords } from '../flow/seen-words.ts'
import type { Seen } from '../flow/seen.ts'

/** What was seen: in sentences, arrow by arrow, part by part. */
export function Sighting({ seen }: { seen: Seen }) {
  return (
    <div class="stack">
      <h3>What was seen</h3>
      <p>{seenWords(seen).join(' ')}</p>
      {seen.strokes.length > 0 ? <Strokes seen={seen} /> : null}
      {seen.parts.length > 0 ? <Parts seen={seen} /> : null}
    </div>
  )
}

function Strokes({ seen }: { seen: Seen }) {
  return (
    <ol class="scan-strokes">
      {seen.strokes.map(({ number, direction, followed, words }) => (
        <li key={number} class={followed ? 'scan-followed' : undefined}>
          <Icon name={followed ? 'good' : 'info'} />
          <span>
            <strong>{direction}</strong> {words}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Parts({ seen }: { seen: Seen }) {
  return (
    <details class="scan-details">
      <summary>The four parts of presence</summary>
      <div class="scan-parts">
        {seen.parts.map(({ name, value }) => (
          <div key={name}>
            <Meter label={PART_WORDS[name].label} value={value} words={value.toFixed(2)} />
            <p class="small soft">{PART_WORDS[name].about}</p>
          </div>
        ))}
      </div>
      <p class="small soft">
        Each says how usual this was among people; too little and too much both count against. No single one decides.
      </p>
    </details>
  )
}
