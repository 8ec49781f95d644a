/** The state of the element: its button, a running scan, or the end of a run. */
export type ScanState = 'idle' | 'running' | 'done' | 'enrolled' | 'recorded' | 'failed'

/** The content of the card in one state, with the element that gets the focus. */
export type Screen = {
  root: HTMLElement
  focus: HTMLElement
  /** The live region while this screen is shown, if it isn't the card's. */
  voice?: HTMLElement
  /** Called when the screen is in the page, and again after the element was moved. */
  shown?: () => void
  /** Returns the focus to where it was, for a screen that always takes it. */
  leave?: () => void
  dispose?: () => void
}

/** The actions that a person can choose. Each is called synchronously in the click. */
export type Actions = {
  start: () => void
  practise: () => void
  cancel: () => void
  back: () => void
  say: (text: string) => void
}
