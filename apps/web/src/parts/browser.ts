import { useEffect, useRef } from 'preact/hooks'

// Some browsers start to read the file only after the click.
const KEPT_MS = 60_000

/** Downloads a text to the person's device as a file with this name. `type` is the media type. */
export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}

/** Downloads a value to the person's device as a file of indented JSON. */
export function saveJson(name: string, value: unknown): void {
  saveFile(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json')
}

/**
 * Returns true if this device probably has motion sensors: it has a touch screen and the browser knows motion events. Doesn't ask for permission
 * or wait for a sample.
 */
export function canHaveSensors(): boolean {
  return matchMedia('(pointer: coarse)').matches && 'DeviceMotionEvent' in globalThis
}

/**
 * Moves the focus to the page's heading if a change of `shown` (a key of the visible view) removed the focused element. Does nothing on the first
 * render, or if new content has taken the focus.
 */
export function useFocusAfter(shown: string): void {
  const before = useRef(shown)
  useEffect(() => {
    const isLost = before.current !== shown && document.activeElement === document.body
    before.current = shown
    if (isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [shown])
}
