import { useEffect, useState } from 'preact/hooks'

/** Whole seconds until a moment, counted down to 0. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= until
  useEffect(() => {
    setNow(Date.now())
    if (Date.now() >= until) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until, isOver])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
