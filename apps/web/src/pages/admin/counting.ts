/** A whole number between bounds as a person typed it, or why it is none. */
export type Counted = { count: number } | { problem: string }

export function readCount(text: string, { least, most }: { least: number; most: number }): Counted {
  const typed = text.trim()
  const count = Number(typed)
  if (/^\d+$/.test(typed) && count >= least && count <= most) return { count }
  return { problem: `Give a whole number from ${least} to ${most.toLocaleString('en')}.` }
}
