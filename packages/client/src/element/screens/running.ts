import type { ScanProgress, StrokeMark } from '../../capture/progress.ts'
import type { Cues } from '../cues.ts'
import { createButton, createDial, createTrace, type DialView, createElement, setAttribute, setText } from '../dom.ts'
import type { ScanWords } from '../words.ts'
import type { Actions, Screen } from './screen.ts'

export type RunningScreen = Screen & {
  update: (progress: ScanProgress) => void
  /** Sets the number of the current capture, from 1. */
  countCapture: (number: number, of: number) => void
  /** Replaces the texts: the texts of the page's language may load after the run has started. */
  speak: (words: ScanWords) => void
}

export type RunningView = { words: ScanWords; cues: Cues; place: StagePlace; isQuiet: boolean }

/**
 * Creates the screen of a running scan: one large arrow, a mark for each arrow, a text, and a button to stop. `place` says if it covers the whole
 * screen or stays in the card; `isQuiet` leaves out the sound switch.
 */
export function createRunningScreen({ words, cues, place, isQuiet }: RunningView, actions: Actions): RunningScreen {
  const count = createElement('p', { class: 'count', part: 'count' }, words.step)
  const phase = createElement('p', { class: 'title', part: 'phase' }, words.asking)
  const hint = createElement('p', { class: 'hint', part: 'hint' })
  const marks = createElement('ol', { class: 'marks', part: 'marks', 'aria-hidden': 'true' })
  const { root: dial, show } = createDial()
  const trace = createTrace()
  // While one more round is offered, leaving continues with the completed rounds.
  const leave = () => (last?.decline ?? actions.cancel)()
  // The second tap of a double tap on "That's enough" must not stop the enrollment that is being sealed.
  const stop = createButton('cancel', words.cancel, ({ detail }) => detail < 2 && leave())
  const sound = isQuiet ? null : createSoundSwitch(words, cues)
  const waiting = createWaitingButton()
  const way = createElement('span', { class: 'way-done' })
  const voice = createVoice()
  const root = createElement(
    'dialog',
    { class: 'panel running stage', part: 'stage', 'aria-label': words.stage },
    createElement('div', { class: 'way-line', part: 'way', 'aria-hidden': 'true' }, way),
    createElement('slot', { name: 'about' }),
    createElement('div', { class: 'top' }, count, ...(sound ? [sound.root] : [])),
    createElement('div', { class: 'scene' }, dial, marks),
    createElement('div', { class: 'command' }, phase, hint, trace.root),
    createElement('div', { class: 'buttons' }, waiting.root, stop),
    voice,
  )
  let capture: { number: number; of: number } | null = null
  let last: ScanProgress | null = null
  const update = (progress: ScanProgress) => {
    last = progress
    const round = capture ? words.capture(capture.number, capture.of) : words.step
    setText(count, [round, ...listCounts(progress, words)].filter((text) => text !== '').join(' · '))
    setText(phase, selectCommand(progress, words))
    setText(hint, selectHintText(progress, words))
    show(selectDialView(progress))
    way.style.setProperty('transform', `scaleX(${computeProgress(progress, capture).toFixed(3)})`)
    showMarks(marks, progress)
    waiting.show(progress, words)
    setText(stop, progress.decline ? words.enough : words.cancel)
    setAttribute(trace.root, 'data-shown', String(progress.phase === 'preparing' || progress.phase === 'countdown'))
  }
  const close = watchRun(leave)
  const stage = openStage(root, place, { focus: stop, cancel: leave })
  show({ face: 'busy', fraction: 0.25 })
  return {
    root,
    voice,
    focus: stop,
    update,
    countCapture: (number, of) => (capture = { number, of }),
    speak: (next) => {
      words = next
      setAttribute(root, 'aria-label', words.stage)
      setText(stop, last?.decline ? words.enough : words.cancel)
      sound?.speak(words)
      if (last) update(last)
      else setText(phase, words.asking)
    },
    ...stage,
    shown: () => {
      stage.shown?.()
      trace.start()
    },
    dispose: () => {
      trace.stop()
      cues.close()
      close()
    },
  }
}

/** Watches for Esc anywhere on the page, which stops the run, and has the browser confirm before the page is left. */
function watchRun(leave: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Otherwise the dialog would also fire its own `cancel` event.
    event.preventDefault()
    leave()
  }
  const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('keydown', onKey)
  addEventListener('beforeunload', onLeave)
  return () => {
    removeEventListener('keydown', onKey)
    removeEventListener('beforeunload', onLeave)
  }
}

type WaitingButton = { root: HTMLButtonElement; show: (progress: ScanProgress, words: ScanWords) => void }

/** Creates the button that continues a waiting scan: between rounds, for one more round, or for a connection. */
function createWaitingButton(): WaitingButton {
  let goOn: (() => void) | undefined
  const root = createButton('go-on', '', () => goOn?.())
  root.hidden = true
  const show: WaitingButton['show'] = (progress, words) => {
    goOn = progress.goOn
    root.hidden = goOn === undefined
    setText(root, selectContinueText(progress, words))
  }
  return { root, show }
}

function selectContinueText({ phase }: ScanProgress, words: ScanWords): string {
  if (phase === 'offering') return words.oneMore
  return phase === 'unsent' ? words.sendAgain : words.goOn
}

function showMarks(list: HTMLElement, { phase, stroke, marks }: ScanProgress): void {
  list.hidden = phase !== 'capturing'
  const of = stroke?.of ?? marks?.length ?? 0
  while (list.children.length < of) list.append(createElement('li'))
  Array.from(list.children, (item, i) => setAttribute(item, 'data-mark', selectMark(marks?.[i], stroke, i)))
}

function selectMark(seen: StrokeMark | undefined, stroke: ScanProgress['stroke'], i: number): StrokeMark | 'now' {
  if (seen === 'seen' || seen === 'missed') return seen
  return stroke?.index === i && stroke.state !== 'over' ? 'now' : 'open'
}

/** The part of a capture that is complete when each phase begins. */
const BEGINS: Readonly<Record<ScanProgress['phase'], number>> = {
  asking: 0,
  preparing: 0,
  resting: 0,
  countdown: 0,
  capturing: 0.15,
  judging: 0.9,
  offering: 0.9,
  signing: 0.95,
  unsent: 0.95,
  done: 1,
}

/** Computes how much of the run is complete, from 0 to 1. `capture` is the number of the current capture and of all captures, or null for a single scan. */
export function computeProgress(
  { phase, elapsedMs, durationMs }: ScanProgress,
  capture: { number: number; of: number } | null,
): number {
  const moved = phase === 'capturing' && durationMs > 0 ? Math.min(1, Math.max(0, elapsedMs / durationMs)) : 0
  const part = BEGINS[phase] + moved * (BEGINS.judging - BEGINS.capturing)
  return capture === null || phase === 'signing' || phase === 'done' ? part : (capture.number - 1 + part) / capture.of
}

/** Selects the dial's symbol (arrow, digits, pause, …) and the drawn part of its ring for a progress report. */
export function selectDialView({ phase, secondsLeft, elapsedMs, durationMs, stroke }: ScanProgress): DialView {
  if (phase === 'countdown' || phase === 'resting' || phase === 'offering')
    return { face: 'digits', fraction: 0, digits: String(secondsLeft) }
  if (phase === 'unsent') return { face: 'pause', fraction: 0 }
  if (phase !== 'capturing') return { face: 'busy', fraction: 0.25 }
  const fraction = durationMs > 0 ? Math.min(1, Math.max(0, elapsedMs / durationMs)) : 0
  const asked = stroke && stroke.state !== 'over' ? stroke : null
  return {
    face: asked ? (asked.state === 'now' ? 'now' : 'coming') : 'rest',
    fraction,
    direction: asked?.direction,
  }
}

function listCounts({ phase, mode, stroke }: ScanProgress, words: ScanWords): string[] {
  const arrow = phase === 'capturing' && stroke ? words.stroke(stroke.index + 1, stroke.of) : ''
  return [mode === 'pointer' ? words.practice : '', arrow]
}

function selectCommand({ phase, stroke }: ScanProgress, words: ScanWords): string {
  if (phase === 'done') return words.signing
  if (phase !== 'capturing' || !stroke || stroke.state === 'over') return words[phase]
  return words.strokes[stroke.direction]
}

// The command already shows the stroke.
function selectHintText({ phase, hint, stroke, secondsLeft }: ScanProgress, words: ScanWords): string {
  const said = hint === null || hint === stroke?.words ? '' : words.hint(hint)
  return phase === 'unsent' ? `${said} ${words.keptFor(secondsLeft)}` : said
}

/** The place of a run: over the whole screen, or in the card. */
type StagePlace = 'full' | 'inline'

/** Prepares the stage, and returns the functions that show and leave it. */
function openStage(
  root: HTMLDialogElement,
  place: StagePlace,
  { focus, cancel }: { focus: HTMLElement; cancel: () => void },
): Pick<Screen, 'shown' | 'leave'> {
  // The browser's own ways to close a dialog, such as Back on Android, also stop the run.
  root.addEventListener('cancel', (event) => {
    event.preventDefault()
    cancel()
  })
  if (place === 'inline') return { shown: () => root.setAttribute('open', '') }
  return {
    // Needed again after a move, because an element that leaves the page also leaves the top layer.
    shown: () => {
      if (!root.isConnected || root.matches(':modal')) return
      root.removeAttribute('open')
      root.showModal()
      focus.focus()
    },
    leave: () => root.close(),
  }
}

/** Creates an empty live region, whose text screen readers announce. A modal dialog needs a live region inside it, because nothing outside is announced. */
export function createVoice(): HTMLElement {
  return createElement('div', { class: 'voice', role: 'status', 'aria-live': 'polite' })
}

type SoundSwitch = { root: HTMLButtonElement; speak: (words: ScanWords) => void }

/** Creates the switch for tones and vibration; the browser remembers its state. */
function createSoundSwitch(words: ScanWords, cues: Cues): SoundSwitch {
  const show = () => setText(root, cues.isMuted() ? words.soundOff : words.soundOn)
  const root = createButton('sound', '', () => {
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

export type IdleView = {
  words: ScanWords
  /** True if the button itself starts practice. */
  practice: boolean
  /** True if practice is offered next to the button. */
  offersPractice: boolean
  disabled: boolean
  /** True if a line shows the motion of the phone, where the browser delivers it without permission. */
  hasTrace: boolean
  note: string
}

/** Creates the screen before a scan: an introduction and the start button. If practice is offered, a second button starts it. */
export function createIdleScreen(
  { words, practice, offersPractice, disabled, hasTrace, note }: IdleView,
  actions: Actions,
): Screen {
  const start = createButton('start', createElement('slot', { name: 'label' }, words.start), actions.start)
  const ways = offersPractice ? [start, createButton('practise', words.tryPractice, actions.practise)] : [start]
  for (const way of ways) way.disabled = disabled
  const trace = hasTrace && !practice ? createTrace() : null
  const intro = createElement('slot', { name: 'intro' }, practice ? words.introPractice : words.intro)
  const root = createElement(
    'div',
    { class: 'panel' },
    createElement('p', { part: 'intro' }, intro),
    createElement('div', { class: 'buttons' }, ...ways),
    ...(trace ? [trace.root] : []),
  )
  if (note !== '') root.prepend(createElement('p', { class: 'title', part: 'note' }, note))
  return { root, focus: start, ...(trace && { shown: trace.start, dispose: trace.stop }) }
}
