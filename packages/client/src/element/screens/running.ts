import type { ScanProgress } from '../../capture/progress.ts'
import type { DialView } from '../dial.ts'
import { button, make, write } from '../dom.ts'
import { createMeter } from '../meter.ts'
import type { ScanWords } from '../words.ts'
import type { Actions, Screen } from './screen.ts'

export type RunningScreen = Screen & {
  update: (progress: ScanProgress) => void
  /** Tells which of several captures begins, from 1. */
  countCapture: (number: number, of: number) => void
}

/** During a scan: the phase, the stroke in words, a hint, the live score, and a way to stop. */
export function createRunningScreen(words: ScanWords, actions: Actions): RunningScreen {
  const count = make('p', { class: 'count', part: 'count' })
  const phase = make('p', { class: 'title', part: 'phase' }, words.asking)
  const hint = make('p', { class: 'hint', part: 'hint' })
  const meter = createMeter(words)
  const stop = button('cancel', words.cancel, actions.cancel)
  const root = make(
    'div',
    { class: 'panel running' },
    count,
    make('div', { class: 'command' }, phase, hint),
    meter.root,
    stop,
  )
  meter.root.hidden = true
  let capture = ''
  const update = (progress: ScanProgress) => {
    write(count, [capture, ...countWords(progress, words)].filter((text) => text !== '').join(' · '))
    write(phase, commandWords(progress, words))
    write(hint, hintWords(progress, words))
    meter.root.hidden = progress.phase !== 'capturing' || progress.mode === 'pointer'
    meter.show(progress.score, progress.parts)
  }
  const countCapture = (number: number, of: number) => (capture = words.capture(number, of))
  return { root, focus: stop, update, countCapture, dispose: onEscape(actions.cancel) }
}

/** Whoever wants out presses Esc, wherever the focus is. */
function onEscape(cancel: () => void): () => void {
  const onKey = ({ key, defaultPrevented }: KeyboardEvent) => key === 'Escape' && !defaultPrevented && cancel()
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

/** What the dial shows of a moment. */
export function chooseDial({ phase, secondsLeft, elapsedMs, durationMs, stroke }: ScanProgress): DialView {
  if (phase === 'countdown') return { face: 'digits', fraction: 0, digits: String(secondsLeft) }
  if (phase !== 'capturing') return { face: 'busy', fraction: 0.25 }
  const fraction = durationMs > 0 ? Math.min(1, Math.max(0, elapsedMs / durationMs)) : 0
  const asked = stroke && stroke.state !== 'over' ? stroke : null
  return {
    face: asked ? (asked.state === 'now' ? 'now' : 'coming') : 'rest',
    fraction,
    digits: `${secondsLeft} s`,
    direction: asked?.direction,
  }
}

function countWords({ phase, mode, stroke }: ScanProgress, words: ScanWords): string[] {
  const arrow = phase === 'capturing' && stroke ? words.stroke(stroke.index + 1, stroke.of) : ''
  return [mode === 'pointer' ? words.practice : '', arrow]
}

function commandWords({ phase, stroke }: ScanProgress, words: ScanWords): string {
  if (phase === 'done') return words.signing
  if (phase !== 'capturing' || !stroke || stroke.state === 'over') return words[phase]
  return words.strokes[stroke.direction]
}

// The stroke stands above already.
function hintWords({ hint, stroke }: ScanProgress, words: ScanWords): string {
  return hint === null || hint === stroke?.words ? '' : words.hint(hint)
}
