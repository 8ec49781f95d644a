import type { Enrollment } from '@stillhere/contract'
import type { Receipt, Signer } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import { ScanError } from '../capture/scan-error.ts'
import type { ScanOptions } from '../scan/options.ts'
import { ENGLISH, followLanguage, type Voice } from '../voice/voice.ts'
import { type Card, createCard } from './card.ts'
import { CATALOGS } from './catalogs.ts'
import { NO_CUES, openCues } from './cues.ts'
import { type Explanation, explainFailure } from './explanation.ts'
import { type Outcome, performRun, restoreReceipt, type Runners } from './perform-run.ts'
import { runOptions, ScanAttributes, takeOverProperties } from './scan-attributes.ts'
import type { ScanState } from './screens/screen.ts'
import { readSighting } from './sighting.ts'
import { type OwnWords, type ScanWords, wordsWith } from './words.ts'

const WITHOUT_SENSORS = new Set(['unsupported', 'insecure_page', 'sensor_silent'])
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Why the button is there again. */
type Note = '' | 'stopped' | 'expired'

/** `<stillhere-scan>`: a button that scans and ends in a verified receipt, which is also its value in a form. */
export class ScanElement extends ScanAttributes {
  static readonly formAssociated = true
  static readonly observedAttributes = ['required', 'mode', 'practice', 'trace', 'lang']

  /** Where the strokes come from and who signs: this browser by default, or a service. */
  declare challenge?: NonNullable<ScanOptions['challenge']>
  /** Who signs a receipt made here; the browser's own key by default. */
  declare key?: Signer
  /** What runs when the button is pressed; tests and other hardware put their own in its place. */
  declare scan?: NonNullable<Runners['scan']>
  /** Enrolls in place of a scan: the run then ends in an enrollment and not in a receipt. */
  declare enroll?: NonNullable<Runners['enroll']>
  /** Has rounds captured in place of a scan, for a page that does something else with them; the page shows what came of it. */
  declare record?: NonNullable<Runners['record']>
  /** What the page knows better about a failure than the scan does. */
  declare explain?: (error: ScanError) => Explanation | null | undefined

  // Frameworks set as properties only what they find on the element. On the prototype it hides nothing that a page had set before.
  static {
    for (const name of ['challenge', 'key', 'scan', 'enroll', 'record', 'explain'])
      Reflect.set(this.prototype, name, undefined)
  }

  readonly #internals: ElementInternals
  readonly #card: Card
  readonly #language = followLanguage(this, CATALOGS, (voice) => this.#hear(voice))
  #voice = ENGLISH
  #own: OwnWords = {}
  #words: ScanWords = wordsWith({})
  /** Shows once more what is shown now, in the words of now. */
  #show: () => void = () => {}
  #run: AbortController | null = null
  #receipt: Receipt | null = null
  #isDisabled = false
  #note: Note = ''
  #expiry: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.#internals = this.attachInternals()
    this.#card = createCard(this, {
      start: () => this.start(),
      practise: () => this.practise(),
      cancel: () => this.cancel(),
      back: () => this.#rest(''),
      changeState: (state) => this.#emit('stillhere-state', { state }),
    })
    takeOverProperties(this)
    this.#rest('')
  }

  get words(): ScanWords {
    return this.#words
  }
  set words(own: OwnWords | undefined) {
    this.#own = own ?? {}
    this.#words = wordsWith(this.#own, this.#voice)
    if (this.state === 'idle') this.#rest(this.#note)
  }
  /** What the element shows now. */
  get state(): ScanState {
    return this.#card.state()
  }
  /** The last scan's receipt, also one of practice. */
  get receipt(): Receipt | null {
    return this.#receipt
  }
  /** What the form gets: the receipt as JSON, or empty. */
  get value(): string {
    return this.#receipt === null || readSighting(this.#receipt).practice ? '' : JSON.stringify(this.#receipt)
  }
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }
  get validity(): ValidityState {
    return this.#internals.validity
  }
  get validationMessage(): string {
    return this.#internals.validationMessage
  }
  get willValidate(): boolean {
    return this.#internals.willValidate
  }
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /** Begins a scan. Call it in the person's own gesture: phones ask for permission only there. */
  start(): void {
    this.#begin(this.mode)
  }

  /** Begins practice with the pointer, whatever `mode` says. */
  practise(): void {
    this.#begin('pointer')
  }

  /** Goes back to the button: stops what runs, and lets go of what there was. */
  reset(): void {
    this.cancel()
    this.#rest('')
  }

  /** Stops a scan that runs. */
  cancel(): void {
    if (!this.#abort()) return
    this.#rest('stopped')
    this.#emit('stillhere-failure', { error: new ScanError('aborted', 'The scan was stopped.') })
  }

  connectedCallback(): void {
    this.#language.start()
    this.#card.moved()
    this.#watchExpiry()
  }
  disconnectedCallback(): void {
    clearTimeout(this.#expiry)
    this.#language.stop()
    // An element that is only moved is back before this turn ends.
    queueMicrotask(() => {
      if (!this.isConnected) this.cancel()
    })
  }
  attributeChangedCallback(name: string): void {
    // In somebody's shadow nobody else tells of it.
    if (name === 'lang') return this.isConnected ? this.#language.start() : undefined
    if (this.state === 'idle') this.#rest(this.#note)
    else this.#settle()
  }
  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled
    if (isDisabled) this.cancel()
    if (this.#receipt === null) this.#rest('')
  }
  formResetCallback(): void {
    this.reset()
  }
  formStateRestoreCallback(state: unknown): void {
    const { audience, action, nonce } = runOptions(this, this.mode)
    const receipt = restoreReceipt(state, { audience, action, nonce })
    if (receipt !== null && this.#run === null) this.#keep(receipt)
  }

  #hear(voice: Voice | null): void {
    this.#card.awaitWords(voice === null)
    if (voice === null) return
    this.#voice = voice
    this.#words = wordsWith(this.#own, voice)
    this.#show()
  }

  #begin(mode: ScanElement['mode']): void {
    if (this.#run !== null || this.#isDisabled) return
    const run = new AbortController()
    this.#run = run
    this.#receipt = null
    clearTimeout(this.#expiry)
    // In the gesture's own turn, as permission is: browsers let nobody be heard before one.
    const cues = this.quiet ? NO_CUES : openCues()
    const { show, countCapture, speak } = this.#card.running({
      words: this.#words,
      cues,
      place: this.stage,
      isQuiet: this.quiet,
    })
    this.#show = () => speak(this.#words)
    this.#settle()
    const onProgress = (progress: ScanProgress) => {
      if (this.#run !== run) return
      show(progress)
      this.#emit('stillhere-progress', progress)
    }
    const options = { ...runOptions(this, mode), onProgress, signal: run.signal }
    const onCapture = (number: number, of: number) => this.#run === run && countCapture(number, of)
    void this.#follow(run, performRun(this, options, onCapture))
  }

  async #follow(run: AbortController, running: Promise<Outcome>): Promise<void> {
    const outcome = await running
    if (this.#run !== run) return
    this.#run = null
    if ('error' in outcome) return this.#fail(outcome.error)
    if ('enrollment' in outcome) return this.#showEnrollment(outcome.enrollment)
    if ('isRecorded' in outcome) return this.#showRecorded()
    const { result } = outcome
    this.#keep(result.receipt)
    this.#emit('stillhere-receipt', { receipt: result.receipt, result })
  }

  #showEnrollment(enrollment: Enrollment): void {
    this.#present(() => this.#card.enrolled(this.#words, enrollment))
    this.#emit('stillhere-enrollment', { enrollment })
  }

  #showRecorded(): void {
    this.#present(() => this.#card.recorded(this.#words))
  }

  #fail(error: ScanError): void {
    const offersPractice = this.practice !== false && WITHOUT_SENSORS.has(error.kind)
    const own = (this.explain && this.explain(error)) || {}
    this.#present(() => {
      const failure = explainFailure(error, this.#words, own)
      this.#card.failed({ words: this.#words, failure, offersPractice })
    })
    this.#emit('stillhere-failure', { error })
  }

  #keep(receipt: Receipt): void {
    this.#receipt = receipt
    this.#present(() => this.#card.done(this.#words, receipt))
    this.#watchExpiry()
  }

  #rest(note: Note): void {
    this.#receipt = null
    this.#note = note
    clearTimeout(this.#expiry)
    const practice = this.mode === 'pointer'
    const offersPractice = this.practice === 'always' && !practice
    this.#present(() =>
      this.#card.idle({
        words: this.#words,
        practice,
        offersPractice,
        disabled: this.#isDisabled,
        hasTrace: this.trace,
        note: note && this.#words[note],
      }),
    )
  }

  #present(show: () => void): void {
    this.#show = () => {
      show()
      this.#settle()
    }
    this.#show()
  }

  /** A form must not send a receipt that nobody accepts any more. Elsewhere it stays to be read and saved. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry)
    const end = this.name === '' && !this.required ? undefined : this.#receipt?.expiresAt
    const leftMs = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) - Date.now()
    if (leftMs <= LONGEST_TIMER_MS) this.#expiry = setTimeout(() => this.#rest('expired'), Math.max(0, leftMs))
  }

  #abort(): boolean {
    const run = this.#run
    this.#run = null
    run?.abort()
    return run !== null
  }

  #settle(): void {
    const value = this.value
    this.#internals.setFormValue(value === '' ? null : value)
    if (!this.required || value !== '') return this.#internals.setValidity({})
    const words = this.#receipt === null ? this.#words.required : this.#words.requiredPractice
    this.#internals.setValidity({ valueMissing: true }, words, this.#card.anchor())
  }

  #emit(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }
}

/** Makes the element known to the page, once; does nothing where there is no page. */
export function defineScanElement(tag = 'stillhere-scan'): void {
  if (globalThis.customElements === undefined || customElements.get(tag) !== undefined) return
  // A class serves one name only, so each name gets its own.
  customElements.define(tag, class extends ScanElement {})
}
