import type { Runtime } from './options.ts'

export const SYSTEM_RUNTIME: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep,
  newKey,
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

// crypto.randomUUID is missing on pages that are not secure, such as a phone's http:// in a local network.
function newKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
