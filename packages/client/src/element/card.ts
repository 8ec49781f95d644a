import type { Enrollment } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import { createCuePlayer } from './cues.ts'
import { createDial, type DialView, createDrawing, createElement, setText } from './dom.ts'
import {
  createDoneScreen,
  createEnrolledScreen,
  createFailedScreen,
  createRecordedScreen,
  type FailedView,
} from './screens/outcomes.ts'
import {
  createIdleScreen,
  createRunningScreen,
  createVoice,
  type IdleView,
  type RunningScreen,
  type RunningView,
} from './screens/running.ts'
import type { Actions, ScanState, Screen } from './screens/screen.ts'
import { readSighting } from './sighting.ts'
import { createScanStyle } from './style.ts'
import type { ScanWords } from './words.ts'

/** The visible part of the element: a dial, a panel that changes, and a live region for screen readers. */
export type Card = {
  idle: (view: IdleView) => void
  running: (view: RunningView) => RunView
  done: (words: ScanWords, receipt: Receipt) => void
  enrolled: (words: ScanWords, enrollment: Enrollment) => void
  recorded: (words: ScanWords) => void
  failed: (view: FailedView) => void
  state: () => ScanState
  /** Hides the button briefly while its texts load, so that no other language flashes up. */
  awaitWords: (isWaiting: boolean) => void
  /** Call it after the element was moved within the page. */
  moved: () => void
  /** The element that a form's validation message points to. */
  anchor: () => HTMLElement
}

/** Shows the progress of a run in the card. */
type RunView = Pick<RunningScreen, 'countCapture' | 'speak'> & { show: (progress: ScanProgress) => void }

const CHECK: DialView = { face: 'check', fraction: 1 }
const PAUSE: DialView = { face: 'pause', fraction: 0 }
const PHONE: DialView = { face: 'phone', fraction: 0 }
// Practice earns no green mark.
const PRACTISED: DialView = { face: 'phone', fraction: 1 }

type Callbacks = Omit<Actions, 'say'> & { changeState: (state: ScanState) => void }

/**
 * Creates the visible part of `<stillhere-scan>` in the shadow root of `host`, and returns the functions that show each state. Calls `changeState`
 * when the state changes, and the other callbacks when the person taps the button for that action.
 */
export function createCard(host: HTMLElement, { changeState, ...pressed }: Callbacks): Card {
  const voice = createVoice()
  const dial = createDial()
  const demonstration = createDemonstration()
  const card = createElement('div', { class: 'card', part: 'card' }, demonstration.root, dial.root)
  const shadow = host.attachShadow({ mode: 'open', delegatesFocus: true })
  shadow.adoptedStyleSheets = [createScanStyle()]
  shadow.append(card, voice)

  const { show, screen: shown, ...panel } = createPanel(host, card, changeState)
  const actions: Actions = { ...pressed, say: (text) => setText(shown()?.voice ?? voice, text) }
  return {
    ...panel,
    awaitWords: (isWaiting) => card.toggleAttribute('data-wordless', isWaiting),
    idle: (view) => {
      dial.show(PHONE)
      demonstration.show(view.words)
      card.dataset['practice'] = String(view.practice)
      show('idle', createIdleScreen(view, actions))
      actions.say(view.note)
    },
    running: (view) => {
      const screen = createRunningScreen(view, actions)
      show('running', screen)
      return createRunView(card, { screen, actions, view })
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

type Demonstration = { root: HTMLElement; show: (words: Pick<ScanWords, 'distance'>) => void }

const PHONE_OUTLINE = 'M6 0H34Q40 0 40 6V70Q40 76 34 76H6Q0 76 0 70V6Q0 0 6 0ZM15 69H25'
const HAND = 'M-9 84Q-16 60 -7 46Q-2 40 3 46L7 58M40 40Q52 42 49 56Q47 68 40 84'

/** Creates the drawing that shows how far to move. With reduced motion it stands still and shows start and end side by side. */
function createDemonstration(): Demonstration {
  const held = createDrawing(
    'g',
    { class: 'held' },
    createDrawing('path', { class: 'phone', d: PHONE_OUTLINE }),
    createDrawing('path', { class: 'hand', d: HAND }),
  )
  const picture = createDrawing(
    'svg',
    { viewBox: '0 0 240 124', 'aria-hidden': 'true' },
    createDrawing('path', { class: 'from', transform: 'translate(42 8)', d: PHONE_OUTLINE }),
    // The width of a hand, between two lines.
    createDrawing('path', { class: 'width', d: 'M62 106V118M172 106V118M62 112H172M162 107L172 112L162 117' }),
    createDrawing('g', { transform: 'translate(42 8)' }, held),
  )
  const caption = createElement('figcaption', { part: 'distance' })
  const root = createElement('figure', { class: 'demonstration', part: 'demonstration' }, picture, caption)
  return { root, show: ({ distance }) => setText(caption, distance) }
}

type Panel = Pick<Card, 'state' | 'anchor' | 'moved'> & {
  show: (state: ScanState, screen: Screen) => void
  screen: () => Screen | null
}

/** Creates the part of the card that changes with the state of the scan, one screen at a time. */
function createPanel(host: HTMLElement, card: HTMLElement, changeState: Callbacks['changeState']): Panel {
  let current: Screen | null = null
  let shown: ScanState = 'idle'
  // Whether the previous screen had the focus, if the current one takes it in any case.
  let hadFocusBefore: boolean | null = null
  const show = (state: ScanState, screen: Screen) => {
    const isNew = current !== null && state !== shown
    // Slotted content counts, too, because it leaves with its screen.
    const hadFocus = hadFocusBefore ?? host.matches(':focus-within')
    hadFocusBefore = screen.leave ? hadFocus : null
    current?.leave?.()
    current?.dispose?.()
    if (current) current.root.replaceWith(screen.root)
    else card.append(screen.root)
    current = screen
    shown = state
    card.setAttribute('part', `card ${state}`)
    card.dataset['state'] = state
    // Moves the focus only if it was inside: a scan that the page itself starts must not steal it.
    screen.shown?.()
    if (hadFocus) screen.focus.focus()
    if (isNew) changeState(state)
  }
  return {
    show,
    screen: () => current,
    state: () => shown,
    anchor: () => current?.focus ?? card,
    moved: () => current?.shown?.(),
  }
}

type RunParts = {
  screen: RunningScreen
  actions: Actions
  view: RunningView
}

/** Creates the view that shows, announces and plays each progress of a run. */
function createRunView(card: HTMLElement, { screen, actions, view }: RunParts): RunView {
  const playCue = createCuePlayer(view.cues)
  const announce = createAnnouncer(actions.say, () => performance.now())
  let { words } = view
  return {
    countCapture: screen.countCapture,
    speak: (next) => {
      words = next
      screen.speak(next)
    },
    show: (progress) => {
      card.dataset['mode'] = progress.mode
      card.dataset['phase'] = progress.phase
      screen.update(progress)
      playCue(progress)
      announce(selectAnnouncement(progress, words))
    },
  }
}

/** A text for screen readers. An urgent text is announced at once. */
type Announcement = { text: string; urgent: boolean }

const LEAST_GAP_MS = 3000

/** Selects the text that a screen reader announces for a progress report. Phases and arrows are urgent and interrupt; hints aren't urgent. */
export function selectAnnouncement(progress: ScanProgress, words: ScanWords): Announcement {
  const { phase, stroke, hint } = progress
  if (phase === 'done') return { text: '', urgent: false }
  if (phase !== 'capturing') return { text: words[phase], urgent: true }
  if (stroke && stroke.state !== 'over') return { text: words.strokes[stroke.direction], urgent: true }
  if (hint !== null) return { text: words.hint(hint), urgent: false }
  return { text: words.capturing, urgent: false }
}

/**
 * Creates a function that passes texts to `speak`. It skips empty texts, a repetition of the last text, and a text that isn't urgent within three
 * seconds of the last text. `now` is a clock in ms.
 */
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
