import type { ScanOptions } from '../scan/options.ts'

type Settings = Pick<ScanAttributes, 'camera' | 'countdown' | 'audience' | 'action' | 'nonce'> &
  Pick<ScanOptions, 'challenge' | 'key'>

/** What a scan is told: only what the page has set, so that everything else keeps its default. */
export function runOptions(settings: Settings, mode: ScanAttributes['mode']): ScanOptions {
  const { camera, countdown, audience, action, nonce, challenge, key } = settings
  const isPractice = mode === 'pointer'
  return {
    mode,
    // Practice sees no hand, so nobody is asked for the camera.
    camera: isPractice ? false : camera,
    countdownSeconds: countdown,
    ...(challenge && { challenge }),
    ...(key && { key }),
    ...(audience !== '' && { audience }),
    // Practice is for nothing.
    ...(action !== '' && !isPractice && { action }),
    ...(nonce !== '' && !isPractice && { nonce }),
  }
}

type Mode = NonNullable<ScanOptions['mode']>
type Camera = NonNullable<ScanOptions['camera']>

// Node has no elements; the class must still be there to be imported.
const Base = globalThis.HTMLElement ?? Object

/** The element's attributes as properties; nothing but names and defaults. */
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
  /** Who the receipt is meant for; empty for anybody. */
  get audience(): string {
    return this.getAttribute('audience') ?? ''
  }
  set audience(audience: string | undefined) {
    this.#write('audience', audience)
  }
  /** What the person agrees to, in one line; empty for nothing. */
  get action(): string {
    return this.getAttribute('action') ?? ''
  }
  set action(action: string | undefined) {
    this.#write('action', action)
  }
  /** What the page's server knows this attempt by; empty for nothing. */
  // Every element has this property, and it is not the attribute's text: browsers empty the attribute where a policy for scripts is in force.
  override get nonce(): string {
    return Reflect.get(Base.prototype, 'nonce', this) ?? ''
  }
  override set nonce(nonce: string | undefined) {
    Reflect.set(Base.prototype, 'nonce', nonce ?? '', this)
  }
  /** Seconds of rest before the motion. */
  get countdown(): number {
    const seconds = Number(this.getAttribute('countdown') || Number.NaN)
    return Number.isFinite(seconds) && seconds >= 0 ? seconds : 3
  }
  set countdown(seconds: number | undefined) {
    this.#write('countdown', seconds)
  }
  /** Whether practice with a pointer is offered: where there are no sensors, or `always`, beside the button too. */
  get practice(): boolean | 'always' {
    const practice = this.getAttribute('practice')
    return practice === 'always' ? practice : practice !== null
  }
  set practice(isOffered: boolean | 'always' | undefined) {
    this.#write('practice', isOffered === true ? '' : isOffered || undefined)
  }
  /** `inline` keeps a run in the place of the element; by default it takes the whole screen. */
  get stage(): 'full' | 'inline' {
    return this.getAttribute('stage') === 'inline' ? 'inline' : 'full'
  }
  set stage(place: 'full' | 'inline' | undefined) {
    this.#write('stage', place)
  }
  /** Whether the button stands above a line that moves as the phone does, where the browser shows its motion unasked. */
  get trace(): boolean {
    return this.hasAttribute('trace')
  }
  set trace(isShown: boolean | undefined) {
    this.toggleAttribute('trace', isShown ?? false)
  }
  /** Neither tones nor vibration, and no switch for them. */
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

  // React takes a property back by setting it to undefined, which must not become the text "undefined".
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

/** Hands over what a page had set before the element was defined: such properties hide the accessors of the class. */
export function takeOverProperties(element: object): void {
  for (const name of SETTABLE) {
    const own = Object.getOwnPropertyDescriptor(element, name)
    if (own === undefined) continue
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, own.value)
  }
}
