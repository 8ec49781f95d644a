import type { ScanProgress, StrokeMark } from '../../capture/progress.ts'
import type { Cues } from '../cues.ts'
import { button, createDial, createTrace, type DialView, make, mark, write } from '../dom.ts'
import type { ScanWords } from '../words.ts'
import type { Actions, Screen } from './screen.ts'

export type RunningScreen = Screen & {
  update: (progress: ScanProgress) => void
  /** Tells which of several captures begins, from 1. */
  countCapture: (number: number, of: number) => void
  /** Goes on in other words: those of the page's language may arrive after the tap that began the run. */
  speak: (words: ScanWords) => void
}

export type RunningView = { words: ScanWords; cues: Cues; place: StagePlace; isQuiet: boolean }

/** During a scan: one large arrow, a mark for each, what to do in words, and a way to stop. */
export function createRunningScreen({ words, cues, place, isQuiet }: RunningView, actions: Actions): RunningScreen {
  const count = make('p', { class: 'count', part: 'count' }, words.step)
  const phase = make('p', { class: 'title', part: 'phase' }, words.asking)
  const hint = make('p', { class: 'hint', part: 'hint' })
  const marks = make('ol', { class: 'marks', part: 'marks', 'aria-hidden': 'true' })
  const { root: dial, show } = createDial()
  const trace = createTrace()
  // Where one more round is offered, the way out leads on with those that were made.
  const leave = () => (last?.decline ?? actions.cancel)()
  // The second half of a double tap on "That's enough" must not stop the enrollment that is being sealed.
  const stop = button('cancel', words.cancel, ({ detail }) => detail < 2 && leave())
  const sound = isQuiet ? null : createSoundSwitch(words, cues)
  const waiting = createWaitingButton()
  const way = make('span', { class: 'way-done' })
  const voice = createVoice()
  const root = make(
    'dialog',
    { class: 'panel running stage', part: 'stage', 'aria-label': words.stage },
    make('div', { class: 'way-line', part: 'way', 'aria-hidden': 'true' }, way),
    make('slot', { name: 'about' }),
    make('div', { class: 'top' }, count, ...(sound ? [sound.root] : [])),
    make('div', { class: 'scene' }, dial, marks),
    make('div', { class: 'command' }, phase, hint, trace.root),
    make('div', { class: 'buttons' }, waiting.root, stop),
    voice,
  )
  let capture: { number: number; of: number } | null = null
  let last: ScanProgress | null = null
  const update = (progress: ScanProgress) => {
    last = progress
    const round = capture ? words.capture(capture.number, capture.of) : words.step
    write(count, [round, ...countWords(progress, words)].filter((text) => text !== '').join(' · '))
    write(phase, commandWords(progress, words))
    write(hint, hintWords(progress, words))
    show(chooseDial(progress))
    way.style.setProperty('transform', `scaleX(${computeWay(progress, capture).toFixed(3)})`)
    showMarks(marks, progress)
    waiting.show(progress, words)
    write(stop, progress.decline ? words.enough : words.cancel)
    mark(trace.root, 'data-shown', String(progress.phase === 'preparing' || progress.phase === 'countdown'))
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
      mark(root, 'aria-label', words.stage)
      write(stop, last?.decline ? words.enough : words.cancel)
      sound?.speak(words)
      if (last) update(last)
      else write(phase, words.asking)
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

/** Whoever wants out presses Esc, wherever the focus is; whoever leaves the page by mistake is asked first. */
function watchRun(leave: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Otherwise the dialog would report the same key as its own `cancel`.
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

/** Goes on where the scan waits: between rounds, for one more, or for a connection. */
function createWaitingButton(): WaitingButton {
  let goOn: (() => void) | undefined
  const root = button('go-on', '', () => goOn?.())
  root.hidden = true
  const show: WaitingButton['show'] = (progress, words) => {
    goOn = progress.goOn
    root.hidden = goOn === undefined
    write(root, chooseGoOn(progress, words))
  }
  return { root, show }
}

function chooseGoOn({ phase }: ScanProgress, words: ScanWords): string {
  if (phase === 'offering') return words.oneMore
  return phase === 'unsent' ? words.sendAgain : words.goOn
}

function showMarks(list: HTMLElement, { phase, stroke, marks }: ScanProgress): void {
  list.hidden = phase !== 'capturing'
  const of = stroke?.of ?? marks?.length ?? 0
  while (list.children.length < of) list.append(make('li'))
  Array.from(list.children, (item, i) => mark(item, 'data-mark', chooseMark(marks?.[i], stroke, i)))
}

function chooseMark(seen: StrokeMark | undefined, stroke: ScanProgress['stroke'], i: number): StrokeMark | 'now' {
  if (seen === 'seen' || seen === 'missed') return seen
  return stroke?.index === i && stroke.state !== 'over' ? 'now' : 'open'
}

/** What part of a capture is done by the beginning of each phase. */
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

/** How much of the whole way is done, 0..1, over all captures where there are several. */
export function computeWay(
  { phase, elapsedMs, durationMs }: ScanProgress,
  capture: { number: number; of: number } | null,
): number {
  const moved = phase === 'capturing' && durationMs > 0 ? Math.min(1, Math.max(0, elapsedMs / durationMs)) : 0
  const part = BEGINS[phase] + moved * (BEGINS.judging - BEGINS.capturing)
  return capture === null || phase === 'signing' || phase === 'done' ? part : (capture.number - 1 + part) / capture.of
}

/** What the dial shows of a moment. */
export function chooseDial({ phase, secondsLeft, elapsedMs, durationMs, stroke }: ScanProgress): DialView {
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

function countWords({ phase, mode, stroke }: ScanProgress, words: ScanWords): string[] {
  const arrow = phase === 'capturing' && stroke ? words.stroke(stroke.index + 1, stroke.of) : ''
  return [mode === 'pointer' ? words.practice : '', arrow]
}

function commandWords({ phase, stroke }: ScanProgress, words: ScanWords): string {
  if (phase === 'done') return words.signing
  if (phase !== 'capturing' || !stroke || stroke.state === 'over') return words[phase]
  return words.strokes[stroke.direction]
}

// The stroke stands above already.
function hintWords({ phase, hint, stroke, secondsLeft }: ScanProgress, words: ScanWords): string {
  const said = hint === null || hint === stroke?.words ? '' : words.hint(hint)
  return phase === 'unsent' ? `${said} ${words.keptFor(secondsLeft)}` : said
}

/** Where a run is shown: over the whole screen, or in the place of the card. */
type StagePlace = 'full' | 'inline'

/** Returns what opens the stage once it is in the page, and what of it the card must know. */
function openStage(
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
function createSoundSwitch(words: ScanWords, cues: Cues): SoundSwitch {
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

export type IdleView = {
  words: ScanWords
  /** Whether the button itself starts practice. */
  practice: boolean
  /** Whether practice stands beside the button. */
  offersPractice: boolean
  disabled: boolean
  /** Whether the motion of the phone is shown, where the browser tells of it unasked. */
  hasTrace: boolean
  note: string
}

/** Before a scan: what will happen, and the button that starts it. */
export function createIdleScreen(
  { words, practice, offersPractice, disabled, hasTrace, note }: IdleView,
  actions: Actions,
): Screen {
  const start = button('start', make('slot', { name: 'label' }, words.start), actions.start)
  const ways = offersPractice ? [start, button('practise', words.tryPractice, actions.practise)] : [start]
  for (const way of ways) way.disabled = disabled
  const trace = hasTrace && !practice ? createTrace() : null
  const intro = make('slot', { name: 'intro' }, practice ? words.introPractice : words.intro)
  const root = make(
    'div',
    { class: 'panel' },
    make('p', { part: 'intro' }, intro),
    make('div', { class: 'buttons' }, ...ways),
    ...(trace ? [trace.root] : []),
  )
  if (note !== '') root.prepend(make('p', { class: 'title', part: 'note' }, note))
  return { root, focus: start, ...(trace && { shown: trace.start, dispose: trace.stop }) }
}
