/** Keeps the screen from going dark while nobody touches it, until the signal. Where that is not to be had, the screen does as it likes. */
export async function keepAwake(over: AbortSignal): Promise<void> {
  // Older browsers and pages that are not secure have none.
  const { wakeLock } = navigator as { wakeLock?: WakeLock }
  const lock = await wakeLock?.request('screen').catch(() => undefined)
  const release = () => void lock?.release()
  if (over.aborted) release()
  else over.addEventListener('abort', release, { once: true })
}
