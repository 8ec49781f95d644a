import type { ScanProgress } from '../capture/progress.ts'

/**
 * Creates a function that takes each progress report of a scan and plays a tone for each second of the countdown, each arrow, each arrow that was
 * seen, and the end of the capture.
 */
export function createCuePlayer({ play }: Pick<Cues, 'play'>): (progress: ScanProgress) => void {
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

/** A tone, in some cases with vibration, that a person notices without looking: a second of the countdown, an arrow, a detected arrow, the end. */
type Cue = 'second' | 'arrow' | 'seen' | 'end'

/** Tones and vibration of a run. */
export type Cues = {
  play: (cue: Cue) => void
  isMuted: () => boolean
  /** Turns cues off or on, and remembers the choice in this browser. */
  setMuted: (isMuted: boolean) => void
  close: () => void
}

const TONES: Readonly<Record<Cue, { hertz: number; ms: number }>> = {
  second: { hertz: 440, ms: 50 },
  arrow: { hertz: 660, ms: 110 },
  seen: { hertz: 990, ms: 60 },
  end: { hertz: 784, ms: 240 },
}
// Vibration shakes the sensors, too, so it is short and over before a person can react to the arrow.
const VIBRATION_MS: Partial<Record<Cue, number>> = { arrow: 20, end: 60 }
const LOUDNESS = 0.06
const KEPT_AS = 'stillhere-scan-muted'

/**
 * Opens the audio output for the tones and vibrations of a scan, and returns its controls. Call it in the person's tap or click, because browsers
 * block sound before that. Without audio, only vibration remains.
 */
export function openCues(): Cues {
  const sound = openSound()
  let isMuted = readMuted()
  return {
    isMuted: () => isMuted,
    setMuted: (next) => {
      isMuted = next
      saveMuted(next)
    },
    play: (cue) => {
      if (isMuted || !canPlaySound()) return
      if (sound) startTone(sound, TONES[cue])
      const ms = VIBRATION_MS[cue]
      if (ms !== undefined) navigator.vibrate?.(ms)
    },
    close: () => void sound?.close().catch(() => {}),
  }
}

/** No cues, for sites that turn them off. */
export const NO_CUES: Cues = { play: () => {}, isMuted: () => true, setMuted: () => {}, close: () => {} }

// Browsers log a warning if a page plays sound before the first gesture.
function canPlaySound(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true
}

function openSound(): AudioContext | null {
  try {
    return canPlaySound() ? new AudioContext() : null
  } catch {
    return null
  }
}

function startTone(sound: AudioContext, { hertz, ms }: { hertz: number; ms: number }): void {
  const now = sound.currentTime
  const end = now + ms / 1000
  const tone = new OscillatorNode(sound, { frequency: hertz })
  const gain = new GainNode(sound, { gain: 0 })
  // Fades in and out, so that the tone doesn't click.
  gain.gain.linearRampToValueAtTime(LOUDNESS, now + 0.015)
  gain.gain.linearRampToValueAtTime(0, end)
  tone.connect(gain).connect(sound.destination)
  tone.start(now)
  tone.stop(end)
}

// Without storage the choice is not remembered.
function readMuted(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) === 'yes'
  } catch {
    return false
  }
}

function saveMuted(isMuted: boolean): void {
  try {
    if (isMuted) localStorage.setItem(KEPT_AS, 'yes')
    else localStorage.removeItem(KEPT_AS)
  } catch {}
}
