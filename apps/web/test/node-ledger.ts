const DAY_MS = 86_400_000
const LENGTH = 50

type Entry = { at: string; change: number; reason: 'gain' | 'decay'; score: number }

/** A page of a made-up ledger of 50 lines over three months: the service lets nobody scan in the past. */
export function ledgerPage(url: string): { entries: Entry[]; nextCursor: string | null } {
  const { searchParams } = new URL(url)
  const from = Number(searchParams.get('cursor') ?? 0)
  const to = from + Number(searchParams.get('limit') ?? 100)
  return { entries: ENTRIES.slice(from, to), nextCursor: to < LENGTH ? String(to) : null }
}

const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS

// Newest first: two or three gains on most days of the last weeks, then a rest with its decay.
const ENTRIES: Entry[] = Array.from({ length: LENGTH }, (_, index): Entry => {
  const daysAgo = Math.floor(index / 2.5) + (index > 30 ? 31 : 0) + (index % 7 === 0 ? 1 : 0)
  const isDecay = index === 30
  const at = new Date(noon - daysAgo * DAY_MS - index * 1000).toISOString()
  return { at, change: isDecay ? -2 : 7, reason: isDecay ? 'decay' : 'gain', score: 7 * (LENGTH - index) }
})
