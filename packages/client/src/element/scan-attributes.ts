import type { ScanOptions } from '../scan/options.ts'

type Settings = Pick<ScanAttributes, 'camera' | 'countdown' | 'audience' | 'action' | 'nonce'> &
  Pick<ScanOptions, 'challenge' | 'key'>

/** Converts the settings of the element to options of a scan, without the settings that the page hasn't set. Practice with a pointer never gets camera, action and nonce. */
export function createRunOptions(settings: Settings, mode: ScanAttributes['mode']): ScanOptions {
  const { camera, countdown, audience, action, nonce, challenge, key } = settings
  const isPractice = mode === 'pointer'
  return {
    mode,
    // Practice doesn't need the camera.
    camera: isPractice ? false : camera,
    countdownSeconds: countdown,
    ...(challenge && { challenge }),
    ...(key && { key }),
    ...(audience !== '' && { audience }),
    // Practice has no purpose.
    ...(action !== '' && !isPractice && { action }),
    ...(nonce !== '' && !isPractice && { nonce }),
  }
}

type Mode = NonNullable<ScanOptions['mode']>
type Camera = NonNullable<ScanOptions['camera']>

// Node has no elements, but the class must be importable there.
const Base = globalThis.HTMLElement ?? Object

/** The element's attributes as properties with defaults. */
export class ScanAttributes extends Base {
  #tracker: Exclude<Camera, boolean> | undefined

  get camera(): Camera {
    return this.#tracker ?? this.hasAttribute('camera')
  }
  set camera(camera: Camera | undefined) {
    this.#tracker = typeof camera === 'boolean' ? undefined : camera
    this.toggleAttribute('camera', Boolean(camera))
  }
  get mode(): Mode {
    const mode = this.getAttribute('mode')
    return mode === 'sensors' || mode === 'pointer' ? mode : 'auto'
  }
  set mode(mode: Mode | undefined) {
    this.#write('mode', mode)
  }
  /** Audience of the receipt; empty if the receipt is for anyone. */
  get audience(): string {
    return this.getAttribute('audience') ?? ''
  }
  set audience(audience: string | undefined) {
    this.#write('audience', audience)
  }
  /** The action that the person agrees to, in one line; empty if there is no action. */
  get action(): string {
    return this.getAttribute('action') ?? ''
  }
  set action(action: string | undefined) {
    this.#write('action', action)
  }
  /** The server's own value that identifies this attempt; empty for none. */
  // Every element has this property. It differs from the attribute, which browsers empty under a Content-Security-Policy.
  override get nonce(): string {
    return Reflect.get(Base.prototype, 'nonce', this) ?? ''
  }
  override set nonce(nonce: string | undefined) {
    Reflect.set(Base.prototype, 'nonce', nonce ?? '', this)
  }
  /** Length of the countdown before the motion, in seconds. */
  get countdown(): number {
    const seconds = Number(this.getAttribute('countdown') || Number.NaN)
    return Number.isFinite(seconds) && seconds >= 0 ? seconds : 3
  }
  set countdown(seconds: number | undefined) {
    this.#write('countdown', seconds)
  }
  /** Offers practice with a pointer on devices without sensors, or next to the button for `always`. */
  get practice(): boolean | 'always' {
    const practice = this.getAttribute('practice')
    return practice === 'always' ? practice : practice !== null
  }
  set practice(isOffered: boolean | 'always' | undefined) {
    this.#write('practice', isOffered === true ? '' : isOffered || undefined)
  }
  /** `inline` shows a run in place of the element; by default it covers the whole screen. */
  get stage(): 'full' | 'inline' {
    return this.getAttribute('stage') === 'inline' ? 'inline' : 'full'
  }
  set stage(place: 'full' | 'inline' | undefined) {
    this.#write('stage', place)
  }
  /** Shows a line below the button that moves with the phone, if the browser delivers motion without permission. */
  get trace(): boolean {
    return this.hasAttribute('trace')
  }
  set trace(isShown: boolean | undefined) {
    this.toggleAttribute('trace', isShown ?? false)
  }
  /** Turns tones and vibration off, and hides their switch. */
  get quiet(): boolean {
    return this.hasAttribute('quiet')
  }
  set quiet(isQuiet: boolean | undefined) {
    this.toggleAttribute('quiet', isQuiet ?? false)
  }
  get required(): boolean {
    return this.hasAttribute('required')
  }
  set required(isRequired: boolean | undefined) {
    this.toggleAttribute('required', isRequired ?? false)
  }
  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }
  set disabled(isDisabled: boolean | undefined) {
    this.toggleAttribute('disabled', isDisabled ?? false)
  }
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string | undefined) {
    this.#write('name', name)
  }

  // React resets a property to undefined, which must not become the text "undefined".
  #write(name: string, value: string | number | undefined): void {
    if (value === undefined) this.removeAttribute(name)
    else this.setAttribute(name, String(value))
  }
}

const SETTABLE = [
  'camera',
  'mode',
  'audience',
  'action',
  'countdown',
  'practice',
  'required',
  'disabled',
  'name',
  'stage',
  'trace',
  'quiet',
  'words',
]

/** Sets the properties again that a page set on the element before its class was defined. Otherwise these instance properties would hide the setters of the class. */
export function updateEarlyProperties(element: object): void {
  for (const name of SETTABLE) {
    const own = Object.getOwnPropertyDescriptor(element, name)
    if (own === undefined) continue
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, own.value)
  }
}
