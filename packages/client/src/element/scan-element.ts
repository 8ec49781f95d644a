import type { Receipt, Signer } from '@stillhere/receipt'
import type { ScanProgress } from '../capture/progress.ts'
import { ScanError } from '../capture/scan-error.ts'
import type { ScanOptions, ScanResult } from '../scan/options.ts'
import { scan } from '../scan/scan.ts'
import { type Card, createCard } from './card.ts'
import { asScanError, receiptProblem, restoredReceipt } from './outcome.ts'
import { runOptions } from './run-options.ts'
import { ScanAttributes, takeOverProperties } from './scan-attributes.ts'
import { sightingOf } from './sighting.ts'
import { type ScanWords, wordsWith } from './words.ts'

const WITHOUT_SENSORS = new Set(['unsupported', 'sensor_silent'])
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** `<stillhere-scan>`: a button that scans and ends in a verified receipt, which is also its value in a form. */
export class ScanElement extends ScanAttributes {
  static readonly formAssociated = true
  static readonly observedAttributes = ['required', 'mode']

  /** Where the strokes come from and who signs: this browser by default, or a service. */
  declare challenge?: NonNullable<ScanOptions['challenge']>
  /** Who signs a receipt made here; the browser's own key by default. */
  declare key?: Signer
  /** What runs when the button is pressed; tests and other hardware put their own in its place. */
  declare scan?: (options: ScanOptions) => Promise<ScanResult>

  readonly #internals: ElementInternals
  readonly #card: Card
  #words: ScanWords = wordsWith({})
  #run: AbortController | null = null
  #receipt: Receipt | null = null
  #isDisabled = false
  #expiry: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.#internals = this.attachInternals()
    this.#card = createCard(this, {
      start: () => this.start(),
      practise: () => this.#begin('pointer'),
      cancel: () => this.cancel(),
      back: () => this.#rest(''),
    })
    takeOverProperties(this)
    this.#rest('')
  }

  get words(): ScanWords {
    return this.#words
  }
  set words(own: Partial<ScanWords> | undefined) {
    this.#words = wordsWith(own ?? {})
    if (this.#card.isIdle()) this.#rest('')
  }
  /** The last scan's receipt, also one of practice. */
  get receipt(): Receipt | null {
    return this.#receipt
  }
  /** What the form gets: the receipt as JSON, or empty. */
  get value(): string {
    return this.#receipt === null || sightingOf(this.#receipt).practice ? '' : JSON.stringify(this.#receipt)
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

  /** Stops a scan that runs. */
  cancel(): void {
    if (!this.#abort()) return
    this.#rest(this.#words.stopped)
    this.#emit('stillhere-failure', { error: new ScanError('aborted', 'The scan was stopped.') })
  }

  connectedCallback(): void {
    this.#watchExpiry()
  }
  disconnectedCallback(): void {
    clearTimeout(this.#expiry)
    // An element that is only moved is back before this turn ends.
    queueMicrotask(() => {
      if (!this.isConnected) this.cancel()
    })
  }
  attributeChangedCallback(): void {
    if (this.#card.isIdle()) this.#rest('')
    else this.#settle()
  }
  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled
    if (isDisabled) this.cancel()
    if (this.#receipt === null) this.#rest('')
  }
  formResetCallback(): void {
    this.cancel()
    this.#rest('')
  }
  formStateRestoreCallback(state: unknown): void {
    const receipt = restoredReceipt(state, this.audience)
    if (receipt !== null && this.#run === null) this.#keep(receipt)
  }

  #begin(mode: ScanElement['mode']): void {
    if (this.#run !== null || this.#isDisabled) return
    const run = new AbortController()
    this.#run = run
    this.#receipt = null
    clearTimeout(this.#expiry)
    const show = this.#card.running(this.#words)
    this.#settle()
    const onProgress = (progress: ScanProgress) => {
      if (this.#run !== run) return
      show(progress)
      this.#emit('stillhere-progress', progress)
    }
    const options = { ...runOptions(this, mode), onProgress, signal: run.signal }
    // An async function runs at once up to its first await, so permission is asked in the gesture's own turn.
    void this.#follow(run, async () => (this.scan ?? scan)(options))
  }

  async #follow(run: AbortController, scanning: () => Promise<ScanResult>): Promise<void> {
    const outcome = await this.#outcome(scanning)
    if (this.#run !== run) return
    this.#run = null
    if (outcome instanceof Error) return this.#fail(outcome)
    this.#keep(outcome.receipt)
    this.#emit('stillhere-receipt', { receipt: outcome.receipt, result: outcome })
  }

  async #outcome(scanning: () => Promise<ScanResult>): Promise<ScanResult | ScanError> {
    try {
      const result = await scanning()
      return receiptProblem(result.receipt, this.audience) ?? result
    } catch (thrown) {
      return asScanError(thrown)
    }
  }

  #fail(error: ScanError): void {
    const offersPractice = this.practice && WITHOUT_SENSORS.has(error.kind)
    this.#card.failed({ words: this.#words, error, offersPractice })
    this.#settle()
    this.#emit('stillhere-failure', { error })
  }

  #keep(receipt: Receipt): void {
    this.#receipt = receipt
    this.#card.done(this.#words, receipt)
    this.#settle()
    this.#watchExpiry()
  }

  #rest(note: string): void {
    this.#receipt = null
    clearTimeout(this.#expiry)
    const practice = this.mode === 'pointer'
    this.#card.idle({ words: this.#words, practice, disabled: this.#isDisabled, note })
    this.#settle()
  }

  /** A form must not send a receipt that nobody accepts any more. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry)
    const end = this.#receipt?.expiresAt
    const leftMs = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) - Date.now()
    if (leftMs <= LONGEST_TIMER_MS)
      this.#expiry = setTimeout(() => this.#rest(this.#words.expired), Math.max(0, leftMs))
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
