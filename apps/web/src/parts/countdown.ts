import { useEffect, useState } from 'preact/hooks'

/** Whole seconds until a moment, counted down to 0. */
export function useCountdown(until: number): number {
  const [, setTicks] = useState(0)
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1000)
    return () => clearInterval(timer)
  }, [until, isOver])
  return seconds
}
