import { ENGLISH, followLanguage } from '../voice/follow-language.ts'
import type { Voice } from '../voice/voice.ts'
import { type BadgeWords, sayChecking, sayNotChecked } from './badge-words.ts'
import { CATALOGS } from './catalogs.ts'

const NAME = 'stillhere-badge'

const STYLE = `
  :host { display: inline-block; max-width: 100%; font: 500 0.875em/1.4 system-ui, sans-serif }
  :host([hidden]) { display: none }
  a { display: inline-flex; gap: 0.5em; align-items: center; min-height: 1.75rem; padding: 0.15em 0.7em; border: 1px solid currentColor; border-radius: 99px; color: var(--stillhere-badge-color, inherit); text-decoration: none }
  a:hover span { text-decoration: underline }
  a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px }
  i { flex: none; width: 0.6em; height: 0.6em; border: 1px solid currentColor; border-radius: 50% }
  [data-tone=good] i { background: #1c7a45 }
  [data-tone=caution] i { background: #c98a00 }
  [data-tone=bad] i { background: #b3202f; border-radius: 0 }
`

// Where there is no page, as on a server that renders, the class must still be there to be named.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * Shows inline what a receipt is worth, verified in this browser, and leads to all of it.
 *
 * @example
 * <stillhere-badge href="https://id.example.org/r/ID#KEY"></stillhere-badge>
 */
export class BadgeElement extends Base {
  static readonly observedAttributes = ['href', 'receipt', 'issuer', 'lang']
  readonly #language = followLanguage(this, CATALOGS, (voice) => this.#hear(voice))
  // Null while its texts are on their way: nothing is shown in the wrong language.
  #voice: Voice | null = ENGLISH
  #turn = 0

  connectedCallback(): void {
    this.#language.start()
    void this.#check()
  }

  disconnectedCallback(): void {
    this.#language.stop()
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return
    if (name === 'lang') this.#language.start()
    else void this.#check()
  }

  #hear(voice: Voice | null): void {
    this.#voice = voice
    void this.#check()
  }

  async #check(): Promise<void> {
    this.#turn += 1
    const [turn, voice] = [this.#turn, this.#voice]
    if (voice === null) return
    const read = (name: string) => this.getAttribute(name) ?? ''
    const given = { href: read('href'), receipt: read('receipt'), issuer: read('issuer') }
    this.#draw(sayChecking(voice), given.href)
    // The verifier is larger than everything else here.
    const found = await import('./judge.ts')
      .then(({ judgeBadge }) => judgeBadge(given, Date.now(), voice))
      .catch(() => null)
    // Other attributes, or another language, may have come meanwhile.
    if (turn === this.#turn) this.#draw(found?.words ?? sayNotChecked(voice), found?.href ?? '')
  }

  #draw({ tone, text }: BadgeWords, href: string): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const link = Object.assign(document.createElement('a'), { part: 'badge' })
    if (/^https?:\/\//.test(href)) link.href = href
    link.dataset.tone = tone
    link.setAttribute('aria-busy', String(tone === 'waiting'))
    link.append(document.createElement('i'), Object.assign(document.createElement('span'), { textContent: text }))
    root.replaceChildren(Object.assign(document.createElement('style'), { textContent: STYLE }), link)
  }
}

/**
 * Registers the badge; importing this module has registered it as `stillhere-badge`.
 *
 * @example
 * defineBadgeElement('my-badge')
 */
export function defineBadgeElement(name: string = NAME): void {
  if (globalThis.customElements === undefined || customElements.get(name)) return
  customElements.define(name, name === NAME ? BadgeElement : class extends BadgeElement {})
}
