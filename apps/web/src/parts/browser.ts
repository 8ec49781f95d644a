import { useEffect, useRef } from 'preact/hooks'

// Some browsers start to read the file only after the click.
const KEPT_MS = 60_000

/** Saves a text as a file through the browser's download. */
export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}

/** Saves a value as a file of readable JSON. */
export function saveJson(name: string, value: unknown): void {
  saveFile(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json')
}

/** Returns true if this device may have motion sensors, judged at once by its touch screen. */
export function canHaveSensors(): boolean {
  return matchMedia('(pointer: coarse)').matches && 'DeviceMotionEvent' in globalThis
}

/**
 * Moves the focus to the page's heading if the focused element was removed by a change of `shown`. New content that takes the focus itself keeps
 * it, and nothing happens on the first render.
 */
export function useFocusAfter(shown: string): void {
  const before = useRef(shown)
  useEffect(() => {
    const isLost = before.current !== shown && document.activeElement === document.body
    before.current = shown
    if (isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [shown])
}
