import type { ScanProgress } from '@stillhere/client'

const words = document.querySelector('output')

export function show(progress: ScanProgress): void {
  const { phase, secondsLeft, stroke, hint } = progress
  say(stroke ? `${stroke.words} ${hint ?? ''}` : `${phase} ${secondsLeft}`)
  // As <stillhere-scan> does by itself: a virtual phone of the testing kit listens to it.
  dispatchEvent(new CustomEvent('stillhere-progress', { detail: progress }))
}

export function say(text: string): void {
  if (words) words.textContent = text
}
