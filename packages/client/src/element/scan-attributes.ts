import type { ScanOptions } from '../capture/options.ts'

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
  set camera(camera: Camera) {
    this.#tracker = typeof camera === 'boolean' ? undefined : camera
    this.toggleAttribute('camera', camera !== false)
  }
  get mode(): Mode {
    const mode = this.getAttribute('mode')
    return mode === 'sensors' || mode === 'pointer' ? mode : 'auto'
  }
  set mode(mode: Mode) {
    this.setAttribute('mode', mode)
  }
  /** Who the receipt is meant for; empty for anybody. */
  get audience(): string {
    return this.getAttribute('audience') ?? ''
  }
  set audience(audience: string) {
    this.setAttribute('audience', audience)
  }
  /** Seconds of rest before the motion. */
  get countdown(): number {
    const seconds = Number(this.getAttribute('countdown') || Number.NaN)
    return Number.isFinite(seconds) && seconds >= 0 ? seconds : 3
  }
  set countdown(seconds: number) {
    this.setAttribute('countdown', String(seconds))
  }
  /** Whether practice with a pointer is offered where there are no sensors. */
  get practice(): boolean {
    return this.hasAttribute('practice')
  }
  set practice(isOffered: boolean) {
    this.toggleAttribute('practice', isOffered)
  }
  get required(): boolean {
    return this.hasAttribute('required')
  }
  set required(isRequired: boolean) {
    this.toggleAttribute('required', isRequired)
  }
  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }
  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled)
  }
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string) {
    this.setAttribute('name', name)
  }
}

const SETTABLE = ['camera', 'mode', 'audience', 'countdown', 'practice', 'required', 'disabled', 'name', 'words']

/** Hands over what a page had set before the element was defined: such properties hide the accessors of the class. */
export function takeOverProperties(element: object): void {
  for (const name of SETTABLE) {
    const own = Object.getOwnPropertyDescriptor(element, name)
    if (own === undefined) continue
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, own.value)
  }
}
