/** What the element shows: its button, a scan that runs, or one of the ways in which a run ends. */
export type ScanState = 'idle' | 'running' | 'done' | 'enrolled' | 'recorded' | 'failed'

/** What the card shows in one state, and where the focus goes when it appears. */
export type Screen = {
  root: HTMLElement
  focus: HTMLElement
  /** Where to speak while this screen is shown, if not beside the card. */
  voice?: HTMLElement
  /** Called once the screen is in the page, and again when the element was moved. */
  shown?: () => void
  /** Gives the focus back to where it was; for a screen that takes it wherever it was. */
  leave?: () => void
  dispose?: () => void
}

/** What a person can do; each is called in the click's own turn. */
export type Actions = {
  start: () => void
  practise: () => void
  cancel: () => void
  back: () => void
  say: (text: string) => void
}
