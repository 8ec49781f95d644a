import type { Cues } from '../cues.ts'
import { button, make, write } from '../dom.ts'
import type { ScanWords } from '../words.ts'
import type { Screen } from './screen.ts'

/** Where a run is shown: over the whole screen, or in the place of the card. */
export type StagePlace = 'full' | 'inline'

/** Returns what opens the stage once it is in the page, and what of it the card must know. */
export function openStage(
  root: HTMLDialogElement,
  place: StagePlace,
  { focus, cancel }: { focus: HTMLElement; cancel: () => void },
): Pick<Screen, 'shown' | 'leave'> {
  // The browser's own ways to close a dialog, such as Back on Android, stop the run.
  root.addEventListener('cancel', (event) => {
    event.preventDefault()
    cancel()
  })
  if (place === 'inline') return { shown: () => root.setAttribute('open', '') }
  return {
    // Again after the element was moved: whatever leaves the page leaves the top layer.
    shown: () => {
      if (!root.isConnected || root.matches(':modal')) return
      root.removeAttribute('open')
      root.showModal()
      focus.focus()
    },
    leave: () => root.close(),
  }
}

/** For those who listen; nothing outside of a modal dialog is read out while it is open. */
export function createVoice(): HTMLElement {
  return make('div', { class: 'voice', role: 'status', 'aria-live': 'polite' })
}

type SoundSwitch = { root: HTMLButtonElement; speak: (words: ScanWords) => void }

/** Turns tones and vibration off and on; the browser remembers it. */
export function createSoundSwitch(words: ScanWords, cues: Cues): SoundSwitch {
  const show = () => write(root, cues.isMuted() ? words.soundOff : words.soundOn)
  const root = button('sound', '', () => {
    cues.setMuted(!cues.isMuted())
    show()
  })
  show()
  return {
    root,
    speak: (next) => {
      words = next
      show()
    },
  }
}
