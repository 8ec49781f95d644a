import type { Enrollment } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import { chooseAnnouncement, createAnnouncer } from './announcer.ts'
import { createDial, type DialView } from './dial.ts'
import { make, write } from './dom.ts'
import { createDoneScreen } from './screens/done.ts'
import { createEnrolledScreen } from './screens/enrolled.ts'
import { type FailedView, createFailedScreen } from './screens/failed.ts'
import { type IdleView, createIdleScreen } from './screens/idle.ts'
import { createRecordedScreen } from './screens/recorded.ts'
import { chooseDial, createRunningScreen } from './screens/running.ts'
import type { Actions, ScanState, Screen } from './screens/screen.ts'
import { readSighting } from './sighting.ts'
import { scanStyle } from './style.ts'
import type { ScanWords } from './words.ts'

/** The visible part of the element: a dial, a panel that changes, and a voice for those who do not see it. */
export type Card = {
  idle: (view: IdleView) => void
  running: (words: ScanWords) => Running
  done: (words: ScanWords, receipt: Receipt) => void
  enrolled: (words: ScanWords, enrollment: Enrollment) => void
  recorded: (words: ScanWords) => void
  failed: (view: FailedView) => void
  state: () => ScanState
  /** Where a form's complaint points to. */
  anchor: () => HTMLElement
}

/** What a run tells the card. */
type Running = { show: (progress: ScanProgress) => void; countCapture: (number: number, of: number) => void }

const CHECK: DialView = { face: 'check', fraction: 1 }
const PAUSE: DialView = { face: 'pause', fraction: 0 }
const PHONE: DialView = { face: 'phone', fraction: 0 }
// Practice earns no green mark.
const PRACTISED: DialView = { face: 'phone', fraction: 1 }

type Callbacks = Omit<Actions, 'say'> & { changeState: (state: ScanState) => void }

/** Builds the card in the host's shadow. */
export function createCard(host: HTMLElement, { changeState, ...pressed }: Callbacks): Card {
  const voice = make('div', { class: 'voice', role: 'status', 'aria-live': 'polite' })
  const dial = createDial()
  const card = make('div', { class: 'card', part: 'card' }, dial.root)
  const shadow = host.attachShadow({ mode: 'open', delegatesFocus: true })
  shadow.adoptedStyleSheets = [scanStyle()]
  shadow.append(card, voice)

  const actions: Actions = { ...pressed, say: (text) => write(voice, text) }
  const { show, ...panel } = createPanel(host, card, changeState)
  return {
    ...panel,
    idle: (view) => {
      dial.show(PHONE)
      show('idle', createIdleScreen(view, actions))
      actions.say(view.note)
    },
    running: (words) => {
      dial.show({ face: 'busy', fraction: 0.25 })
      const screen = createRunningScreen(words, actions)
      show('running', screen)
      return { show: followProgress(card, { dial, screen, actions, words }), countCapture: screen.countCapture }
    },
    done: (words, receipt) => {
      const { practice } = readSighting(receipt)
      dial.show(practice ? PRACTISED : CHECK)
      show('done', createDoneScreen(words, receipt, actions))
      actions.say(practice ? words.donePractice : words.done)
    },
    enrolled: (words, enrollment) => {
      dial.show(CHECK)
      show('enrolled', createEnrolledScreen(words, enrollment, actions))
      actions.say(words.enrolled)
    },
    recorded: (words) => {
      dial.show(CHECK)
      show('recorded', createRecordedScreen(words, actions))
      actions.say(words.recorded)
    },
    failed: (view) => {
      dial.show(PAUSE)
      show('failed', createFailedScreen(view, actions))
      actions.say(view.failure.title)
    },
  }
}

type Panel = Pick<Card, 'state' | 'anchor'> & { show: (state: ScanState, screen: Screen) => void }

/** The part of the card that changes with the state of the scan: one screen at a time. */
function createPanel(host: HTMLElement, card: HTMLElement, changeState: Callbacks['changeState']): Panel {
  let current: Screen | null = null
  let shown: ScanState = 'idle'
  const show = (state: ScanState, screen: Screen) => {
    const isNew = current !== null && state !== shown
    // In a slot, too: what is shown there goes with its screen.
    const hadFocus = host.matches(':focus-within')
    current?.dispose?.()
    if (current) current.root.replaceWith(screen.root)
    else card.append(screen.root)
    current = screen
    shown = state
    card.setAttribute('part', `card ${state}`)
    card.dataset['state'] = state
    // Only who was inside is led on; a scan that a page starts by itself takes the focus from nobody.
    if (hadFocus) screen.focus.focus()
    if (isNew) changeState(state)
  }
  return { show, state: () => shown, anchor: () => current?.focus ?? card }
}

type RunParts = {
  dial: ReturnType<typeof createDial>
  screen: ReturnType<typeof createRunningScreen>
  actions: Actions
  words: ScanWords
}

/** Returns what shows and says each progress of a run. */
function followProgress(card: HTMLElement, { dial, screen, actions, words }: RunParts): Running['show'] {
  const announce = createAnnouncer(actions.say, () => performance.now())
  return (progress) => {
    card.dataset['mode'] = progress.mode
    card.dataset['phase'] = progress.phase
    dial.show(chooseDial(progress))
    screen.update(progress)
    announce(chooseAnnouncement(progress, words))
  }
}
