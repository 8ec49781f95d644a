import type { OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import type { Told } from '../../../parts/follow-check.ts'
import { service } from '../../../service.ts'

// A link counts for a minute; whoever is just entering its number gets the rest of it.
const REDRAW_MS = 50_000

type Pair = OutputOf<'pairCheck'>

export type Pairing = {
  /** The link for a phone and its number; null while there is none to show. */
  pair: Pair | null
  error: unknown
  retry: () => void
  /** Lets go of the phone that has joined. */
  release: () => void
}

/** Draws a link for a phone, and another before it is too old, or when a wrong number has spent it; none once a phone has joined. */
export function usePair({ id, token, told }: { id: string; token: string; told: Told | null }): Pairing {
  const [pair, setPair] = useState<Pair | null>(null)
  const [turn, setTurn] = useState(0)
  const { run, error } = useAction()
  const isWanted = told?.status === 'open' && !told.joined
  const drawNext = () => setTurn((before) => before + 1)
  useEffect(() => {
    // Each link lets go of a phone that has joined: never drawn before that is known.
    if (!isWanted) return setPair(null)
    run(() => service.pairCheck({ id }, { token }), setPair)
    const timer = setTimeout(drawNext, REDRAW_MS)
    return () => clearTimeout(timer)
  }, [isWanted, told?.wrong_numbers, turn])
  return {
    pair,
    error,
    retry: drawNext,
    // The news that nobody is joined draws the next.
    release: () => run(() => service.pairCheck({ id }, { token })),
  }
}
