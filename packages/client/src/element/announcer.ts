import type { ScanProgress } from '../capture/progress.ts'
import type { ScanWords } from './words.ts'

/** Something to say to those who listen; what is urgent does not wait its turn. */
export type Announcement = { text: string; urgent: boolean }

const LEAST_GAP_MS = 3000

/** What a moment of a scan says: its phase and each arrow at once, hints when there is time for them. */
export function chooseAnnouncement(progress: ScanProgress, words: ScanWords): Announcement {
  const { phase, stroke, hint } = progress
  if (phase === 'done') return { text: '', urgent: false }
  if (phase !== 'capturing') return { text: words[phase], urgent: true }
  if (stroke && stroke.state !== 'over') return { text: words.strokes[stroke.direction], urgent: true }
  if (hint !== null) return { text: words.hint(hint), urgent: false }
  return { text: words.capturing, urgent: false }
}

/** Decides what is spoken: nothing twice in a row, and nothing idle sooner than three seconds after the last words. */
export function createAnnouncer(speak: (text: string) => void, now: () => number): (next: Announcement) => void {
  let last = ''
  let at = Number.NEGATIVE_INFINITY
  return ({ text, urgent }) => {
    if (text === '' || text === last || (!urgent && now() - at < LEAST_GAP_MS)) return
    last = text
    at = now()
    speak(text)
  }
}
