import type { ScanProgress } from '../capture/progress.ts'
import type { Cues } from './cues.ts'

/** Returns what plays the cue of each moment of a run, once. */
export function followCues({ play }: Pick<Cues, 'play'>): (progress: ScanProgress) => void {
  let second = 0
  let arrow = -1
  let seen = 0
  let isCapturing = false
  return ({ phase, secondsLeft, stroke, marks = [] }) => {
    if (phase === 'countdown') {
      if (secondsLeft !== second) play('second')
      second = secondsLeft
      arrow = -1
      seen = 0
    }
    if (isCapturing && phase === 'judging') play('end')
    isCapturing = phase === 'capturing'
    if (!isCapturing) return
    const nowSeen = marks.filter((mark) => mark === 'seen').length
    if (nowSeen > seen) play('seen')
    seen = nowSeen
    if (stroke?.state !== 'now' || stroke.index === arrow) return
    arrow = stroke.index
    play('arrow')
  }
}
