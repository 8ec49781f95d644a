import type { DevtoolsSession } from './devtools.ts'
import type { Shown } from './mover.ts'

const BINDING = 'stillhereVirtualPersonSees'

// Runs in the page, before its own scripts. Sends news only: a scan reports sixty times a second.
const EYES = `(() => {
  let last = ''
  globalThis.stillhereVirtualPerson = ({ phase, stroke }) => {
    const shown = JSON.stringify({ phase, stroke })
    if (shown !== last) globalThis.${BINDING}?.(shown)
    last = shown
  }
  addEventListener('stillhere-progress', (event) => globalThis.stillhereVirtualPerson(event.detail), true)
})()`

/** Calls back with what a scan in the page shows, now and after every reload, until the returned function is called. */
export async function watchScreen(
  devtools: DevtoolsSession,
  onShown: (shown: Shown) => void,
): Promise<() => Promise<void>> {
  const onCall = (call: unknown) => {
    const { name, payload } = call as { name: string; payload: string }
    if (name === BINDING) onShown(JSON.parse(payload))
  }
  await devtools.send('Runtime.enable')
  devtools.on('Runtime.bindingCalled', onCall)
  await devtools.send('Runtime.addBinding', { name: BINDING })
  await devtools.send('Page.enable')
  const added = await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: EYES })
  await devtools.send('Runtime.evaluate', { expression: EYES })
  return async () => {
    devtools.off('Runtime.bindingCalled', onCall)
    await devtools.send('Page.removeScriptToEvaluateOnNewDocument', added as object)
  }
}
