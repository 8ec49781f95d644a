import type { Receipt } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import type { ScanError } from '../capture/scan-error.ts'
import { announcementOf, createAnnouncer } from './announcer.ts'
import { createDial, type DialView } from './dial.ts'
import { make } from './dom.ts'
import { doneScreen } from './screens/done.ts'
import { failedScreen } from './screens/failed.ts'
import { idleScreen } from './screens/idle.ts'
import { dialOf, runningScreen } from './screens/running.ts'
import type { Actions, Screen } from './screens/screen.ts'
import { sightingOf } from './sighting.ts'
import { scanStyle } from './style.ts'
import type { ScanWords } from './words.ts'

/** The visible part of the element: a dial, a panel that changes, and a voice for those who do not see it. */
export type Card = {
  idle: (view: { words: ScanWords; practice: boolean; disabled: boolean; note: string }) => void
  running: (words: ScanWords) => (progress: ScanProgress) => void
  done: (words: ScanWords, receipt: Receipt) => void
  failed: (view: { words: ScanWords; error: ScanError; offersPractice: boolean }) => void
  isIdle: () => boolean
  /** Where a form's complaint points to. */
  anchor: () => HTMLElement
}

const CHECK: DialView = { face: 'check', fraction: 1 }
const PAUSE: DialView = { face: 'pause', fraction: 0 }
const PHONE: DialView = { face: 'phone', fraction: 0 }
// Practice earns no green mark.
const PRACTISED: DialView = { face: 'phone', fraction: 1 }

/** Builds the card in the host's shadow. */
export function createCard(host: HTMLElement, pressed: Omit<Actions, 'say'>): Card {
  const shadow = host.attachShadow({ mode: 'open', delegatesFocus: true })
  const voice = make('div', { class: 'voice', role: 'status', 'aria-live': 'polite' })
  const dial = createDial()
  const stage = make('div', { class: 'card', part: 'card' }, dial.root)
  shadow.adoptedStyleSheets = [scanStyle()]
  shadow.append(stage, voice)

  const actions: Actions = { ...pressed, say: (text) => (voice.textContent = text) }
  let current: Screen | null = null
  const show = (state: string, screen: Screen) => {
    const hadFocus = shadow.activeElement !== null
    current?.dispose?.()
    if (current) current.root.replaceWith(screen.root)
    else stage.append(screen.root)
    current = screen
    stage.setAttribute('part', `card ${state}`)
    stage.dataset['state'] = state
    // Only who was inside is led on; a scan that a page starts by itself takes the focus from nobody.
    if (hadFocus) screen.focus.focus()
  }
  return {
    idle: (view) => {
      dial.show(PHONE)
      show('idle', idleScreen(view, actions))
      actions.say(view.note)
    },
    running: (words) => {
      const screen = runningScreen(words, actions)
      const announce = createAnnouncer(actions.say, () => performance.now())
      dial.show({ face: 'busy', fraction: 0.25 })
      show('running', screen)
      return (progress) => {
        stage.dataset['mode'] = progress.mode
        stage.dataset['phase'] = progress.phase
        dial.show(dialOf(progress))
        screen.update(progress)
        announce(announcementOf(progress, words))
      }
    },
    done: (words, receipt) => {
      dial.show(sightingOf(receipt).practice ? PRACTISED : CHECK)
      show('done', doneScreen(words, receipt, actions))
      actions.say(sightingOf(receipt).practice ? words.donePractice : words.done)
    },
    failed: (view) => {
      dial.show(PAUSE)
      show('failed', failedScreen(view, actions))
      actions.say(view.words.failures[view.error.kind])
    },
    isIdle: () => stage.dataset['state'] === 'idle',
    anchor: () => current?.focus ?? stage,
  }
}
