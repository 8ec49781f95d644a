/** Registers the worker when the page is loaded and idle. Without it, everything works except offline use. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  const whenIdle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(register) : setTimeout(register, 2000)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
