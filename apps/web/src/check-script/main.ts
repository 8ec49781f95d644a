import { type GivenOptions, PLACES, readOptions } from './options.ts'
import { createWidget, type Widget } from './widget.ts'

// The address of this script on the service, available only during its first run.
const script = document.currentScript as HTMLScriptElement | null
const scriptUrl = new URL(script?.src ?? '', location.href)
// The service may be installed under a path.
const serviceUrl = new URL('.', scriptUrl).href.replace(/\/$/, '')

type Place = HTMLElement | string
const widgets = new Map<HTMLElement, Widget>()

/** Renders a button into an element, once. */
function render(place: Place, given: GivenOptions = {}): HTMLElement | null {
  const element = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place
  if (element && !widgets.has(element))
    widgets.set(element, createWidget(element, readOptions(element, given), serviceUrl))
  return element
}

/** Finds the button of an element, or the first button of the page. */
function findWidget(place?: Place): Widget | undefined {
  const element = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place
  return element ? widgets.get(element) : widgets.values().next().value
}

function renderAll(): void {
  for (const place of document.querySelectorAll<HTMLElement>(PLACES)) render(place)
}

Object.assign(globalThis, {
  stillhere: {
    render,
    getResponse: (place?: Place) => findWidget(place)?.getResponse() ?? '',
    reset: (place?: Place) => findWidget(place)?.reset(),
  },
})

if (scriptUrl.searchParams.get('render') !== 'explicit') {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', renderAll)
  else renderAll()
}
