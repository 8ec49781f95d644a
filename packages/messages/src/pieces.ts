/** A stretch of a text: plain, or marked by a name, as in `Read <link>the terms</link>`. */
export type Piece = { mark: string | null; text: string }

/** Cuts a text at its marks, so that a page can make links or strong words of what stands between them. */
export function splitMarked(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, 1: mark = '', 2: inner = '', index } of text.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    if (index > end) pieces.push({ mark: null, text: text.slice(end, index) })
    pieces.push({ mark, text: inner })
    end = index + whole.length
  }
  if (end < text.length) pieces.push({ mark: null, text: text.slice(end) })
  return pieces
}
