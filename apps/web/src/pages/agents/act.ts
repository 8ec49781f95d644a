import { useState } from 'preact/hooks'

/** Something that is done once at a time: whether it is under way, and why the last try failed. */
export function useAct() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await action()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run: (action: () => Promise<void>) => void run(action) }
}
