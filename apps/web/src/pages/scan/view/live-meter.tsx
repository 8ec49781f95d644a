import type { LiveParts } from '@stillhere/client/capture'
import { Meter } from '../../../parts/meter.tsx'
import { PART_WORDS } from '../flow/seen-words.ts'
import { ENOUGH, PART_NAMES } from '../flow/seen.ts'

/** How much like a person’s motion the newest seconds look, with the four parts. It only shows; the whole capture is judged at the end. */
export function LiveMeter({ score, parts }: { score: number | null; parts: LiveParts | null }) {
  return (
    <div class="scan-meters">
      <Meter label="Presence" value={score ?? 0} words={scoreWords(score)} />
      <div class="scan-parts">
        {PART_NAMES.map((name) => (
          <Meter
            key={name}
            label={PART_WORDS[name].label}
            value={parts?.[name] ?? 0}
            words={parts ? parts[name].toFixed(2) : '-'}
          />
        ))}
      </div>
    </div>
  )
}

function scoreWords(score: number | null): string {
  if (score === null) return 'waiting for motion'
  return score >= ENOUGH ? `${score.toFixed(2)}, enough` : `${score.toFixed(2)}, needs ${ENOUGH.toFixed(2)}`
}
