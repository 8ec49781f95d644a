import type { ScanProgress } from '../capture/progress.ts'

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

/** What a person hears and feels without looking: a second of the countdown, an arrow, an arrow that was seen, the end. */
type Cue = 'second' | 'arrow' | 'seen' | 'end'

/** Tones and vibration of a run. */
export type Cues = {
  play: (cue: Cue) => void
  isMuted: () => boolean
  /** Turns them off or on again, and remembers it in this browser. */
  setMuted: (isMuted: boolean) => void
  close: () => void
}

const TONES: Readonly<Record<Cue, { hertz: number; ms: number }>> = {
  second: { hertz: 440, ms: 50 },
  arrow: { hertz: 660, ms: 110 },
  seen: { hertz: 990, ms: 60 },
  end: { hertz: 784, ms: 240 },
}
// A phone that shakes shakes its own sensors, too: short, and over before anybody can have begun to answer the arrow.
const VIBRATION_MS: Partial<Record<Cue, number>> = { arrow: 20, end: 60 }
const LOUDNESS = 0.06
const KEPT_AS = 'stillhere-scan-muted'

/** Opens the sound. To be called in the person's own gesture: browsers are silent before one. */
export function openCues(): Cues {
  const sound = openSound()
  let isMuted = readMuted()
  return {
    isMuted: () => isMuted,
    setMuted: (next) => {
      isMuted = next
      keepMuted(next)
    },
    play: (cue) => {
      if (isMuted || !mayBeHeard()) return
      if (sound) playTone(sound, TONES[cue])
      const ms = VIBRATION_MS[cue]
      if (ms !== undefined) navigator.vibrate?.(ms)
    },
    close: () => void sound?.close().catch(() => {}),
  }
}

/** Nothing that a site has asked to be quiet. */
export const NO_CUES: Cues = { play: () => {}, isMuted: () => true, setMuted: () => {}, close: () => {} }

// Browsers complain on the console about pages that make themselves heard before anybody touched them.
function mayBeHeard(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true
}

function openSound(): AudioContext | null {
  try {
    return mayBeHeard() ? new AudioContext() : null
  } catch {
    return null
  }
}

function playTone(sound: AudioContext, { hertz, ms }: { hertz: number; ms: number }): void {
  const now = sound.currentTime
  const end = now + ms / 1000
  const tone = new OscillatorNode(sound, { frequency: hertz })
  const gain = new GainNode(sound, { gain: 0 })
  // Up and down again without a click.
  gain.gain.linearRampToValueAtTime(LOUDNESS, now + 0.015)
  gain.gain.linearRampToValueAtTime(0, end)
  tone.connect(gain).connect(sound.destination)
  tone.start(now)
  tone.stop(end)
}

// Where a page may keep nothing, it is not remembered.
function readMuted(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) === 'yes'
  } catch {
    return false
  }
}

function keepMuted(isMuted: boolean): void {
  try {
    if (isMuted) localStorage.setItem(KEPT_AS, 'yes')
    else localStorage.removeItem(KEPT_AS)
  } catch {}
}
