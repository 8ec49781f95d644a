/** A fenced block of a Markdown page: its language, its text, its line, and the example file named just above it. */
export type FencedBlock = { language: string; text: string; line: number; example: string | undefined }

const OPENING = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/
const EXAMPLE = /^<!-- example: (examples\/(?:[\w-]+\/)?[\w.-]+\.(?:ts|sh|html|py)) -->$/

/** All fenced blocks of a page (CommonMark, section 4.5). Throws on a block that is never closed. */
export function findFencedBlocks(markdown: string): FencedBlock[] {
  const lines = markdown.split(/\r?\n/)
  const blocks: FencedBlock[] = []
  for (let at = 0; at < lines.length; at++) {
    const opening = OPENING.exec(lines[at] ?? '')
    if (!opening) continue
    const end = closingLine(lines, at, opening[1] ?? '')
    const text = lines.slice(at + 1, end).map((line) => `${line}\n`)
    blocks.push({ language: opening[2] ?? '', text: text.join(''), line: at + 1, example: exampleAbove(lines, at) })
    at = end
  }
  return blocks
}

function closingLine(lines: readonly string[], start: number, fence: string): number {
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`)
  const end = lines.findIndex((line, at) => at > start && closing.test(line))
  if (end < 0) throw new Error(`the block that opens in line ${start + 1} is never closed`)
  return end
}

function exampleAbove(lines: readonly string[], start: number): string | undefined {
  const above = lines.slice(0, start).findLast((line) => line.trim() !== '')
  return EXAMPLE.exec(above?.trim() ?? '')?.[1]
}
