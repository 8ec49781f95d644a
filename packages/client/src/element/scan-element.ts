import type { Enrollment } from '@stillhere/contract'
import type { Receipt, Signer } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import { ScanError } from '../capture/scan-error.ts'
import type { ScanOptions } from '../scan/options.ts'
import { ENGLISH, watchLanguage, type Voice } from '../voice/voice.ts'
import { type Card, createCard } from './card.ts'
import { CATALOGS } from './catalogs.ts'
import { NO_CUES, openCues } from './cues.ts'
import { type Explanation, explainFailure } from './explanation.ts'
import { type Outcome, runScan, parseStoredReceipt, type Runners } from './perform-run.ts'
import { createRunOptions, ScanAttributes, updateEarlyProperties } from './scan-attributes.ts'
import type { ScanState } from './screens/screen.ts'
import { readSighting } from './sighting.ts'
import { type OwnWords, type ScanWords, mergeWords } from './words.ts'

const WITHOUT_SENSORS = new Set(['unsupported', 'insecure_page', 'sensor_silent'])
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The reason why the start button is shown again. */
type Note = '' | 'stopped' | 'expired'

/** `<stillhere-scan>`: a button that runs a scan. The verified receipt is its result, and its value in a form. */
export class ScanElement extends ScanAttributes {
  static readonly formAssociated = true
  static readonly observedAttributes = ['required', 'mode', 'practice', 'trace', 'lang']

  /** The source of strokes, which also determines who signs: this browser by default, or a service. */
  declare challenge?: NonNullable<ScanOptions['challenge']>
  /** Signs receipts made here; the browser's own key by default. */
  declare key?: Signer
  /** Replaces the scan that the button starts, for tests and other hardware. */
  declare scan?: NonNullable<Runners['scan']>
  /** Enrolls instead of scanning. The run then ends with an enrollment and without a receipt. */
  declare enroll?: NonNullable<Runners['enroll']>
  /** Captures rounds instead of scanning, for a page that processes them itself and shows the result. */
  declare record?: NonNullable<Runners['record']>
  /** Returns the page's own explanation of a failure. */
  declare explain?: (error: ScanError) => Explanation | null | undefined

  // Frameworks set properties only if the element has them. On the prototype they hide nothing that a page set before.
  static {
    for (const name of ['challenge', 'key', 'scan', 'enroll', 'record', 'explain'])
      Reflect.set(this.prototype, name, undefined)
  }

  readonly #internals: ElementInternals
  readonly #card: Card
  readonly #language = watchLanguage(this, CATALOGS, (voice) => this.#hear(voice))
  #voice = ENGLISH
  #own: OwnWords = {}
  #words: ScanWords = mergeWords({})
  /** Shows the current screen again, with the current texts. */
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
    updateEarlyProperties(this)
    this.#rest('')
  }

  get words(): ScanWords {
    return this.#words
  }
  set words(own: OwnWords | undefined) {
    this.#own = own ?? {}
    this.#words = mergeWords(this.#own, this.#voice)
    if (this.state === 'idle') this.#rest(this.#note)
  }
  /** The screen that the element shows. */
  get state(): ScanState {
    return this.#card.state()
  }
  /** The receipt of the last scan or practice, or null. */
  get receipt(): Receipt | null {
    return this.#receipt
  }
  /** The value in a form: the receipt as JSON, or an empty string. */
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

  /** Starts a scan. Call it in the user's gesture, because phones request permission only there. */
  start(): void {
    this.#begin(this.mode)
  }

  /** Starts practice with the pointer, regardless of `mode`. */
  practise(): void {
    this.#begin('pointer')
  }

  /** Returns to the button: stops a running scan and removes the receipt. */
  reset(): void {
    this.cancel()
    this.#rest('')
  }

  /** Stops a running scan. */
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
    // An element that is only moved is connected again before this task ends.
    queueMicrotask(() => {
      if (!this.isConnected) this.cancel()
    })
  }
  attributeChangedCallback(name: string): void {
    // Inside a shadow root no other observer reports changes of `lang`.
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
    const { audience, action, nonce } = createRunOptions(this, this.mode)
    const receipt = parseStoredReceipt(state, { audience, action, nonce })
    if (receipt !== null && this.#run === null) this.#keep(receipt)
  }

  #hear(voice: Voice | null): void {
    this.#card.awaitWords(voice === null)
    if (voice === null) return
    this.#voice = voice
    this.#words = mergeWords(this.#own, voice)
    this.#show()
  }

  #begin(mode: ScanElement['mode']): void {
    if (this.#run !== null || this.#isDisabled) return
    const run = new AbortController()
    this.#run = run
    this.#receipt = null
    clearTimeout(this.#expiry)
    // Synchronously in the user's gesture, because browsers block sound before one.
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
    const options = { ...createRunOptions(this, mode), onProgress, signal: run.signal }
    const onCapture = (number: number, of: number) => this.#run === run && countCapture(number, of)
    void this.#follow(run, runScan(this, options, onCapture))
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

  /** Removes an expired receipt from a form, which must not send it. Elsewhere it stays, so that people can read and save it. */
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

/**
 * Defines the custom element `<stillhere-scan>`, or the same element under another tag name. Does nothing if the tag is already defined, or outside
 * a browser.
 *
 * @example
 * defineScanElement()
 */
export function defineScanElement(tag = 'stillhere-scan'): void {
  if (globalThis.customElements === undefined || customElements.get(tag) !== undefined) return
  // A class can define only one element, so each name gets its own.
  customElements.define(tag, class extends ScanElement {})
}
