/** What the element shows: its button, a scan that runs, or one of the ways in which a run ends. */
export type ScanState = 'idle' | 'running' | 'done' | 'enrolled' | 'recorded' | 'failed'

/** What the card shows in one state, and where the focus goes when it appears. */
export type Screen = { root: HTMLElement; focus: HTMLElement; dispose?: () => void }

/** What a person can do; each is called in the click's own turn. */
export type Actions = {
  start: () => void
  practise: () => void
  cancel: () => void
  back: () => void
  say: (text: string) => void
}
