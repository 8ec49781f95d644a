import type { Token, Tokens } from 'marked'

/** One language of an example. */
type TabBlock = { label: string; code: string; language: string }

/** Blocks of code of which one is shown at a time. */
export type TabsToken = { type: 'tabs'; raw: string; number: number; blocks: TabBlock[] }

const LABELS: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  python: 'Python',
  php: 'PHP',
  sh: 'curl',
}

/** Puts the blocks between `<!-- tabs -->` and `<!-- /tabs -->` together; on GitHub they stand one below the other. */
export function joinTabs(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  let open: TabsToken | undefined
  let number = 0
  for (const token of tokens) {
    const mark = token.type === 'html' ? token.raw.trim() : ''
    if (mark === '<!-- tabs -->') {
      open = { type: 'tabs', raw: '', number: ++number, blocks: [] }
      joined.push(open)
    } else if (mark === '<!-- /tabs -->') open = undefined
    else if (open && token.type === 'code') open.blocks.push(toBlock(token as Tokens.Code))
    else if (!open) joined.push(token)
  }
  return joined
}

function toBlock({ text, lang = '' }: Tokens.Code): TabBlock {
  return { label: LABELS[lang] ?? lang, code: text, language: lang }
}
