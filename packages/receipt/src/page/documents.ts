import { type Change, changeOneByte } from './one-byte.ts'

/** One text that lies on the desk; `change` is the byte that was changed in it for a trial. */
export type Paper = { name: string; text: string; change: Change | null; turns: number }

/** All that the page holds: the papers in the order in which they came, and the one to show. */
export type Desk = { papers: readonly Paper[]; selected: number }

export const EMPTY_DESK: Desk = { papers: [], selected: 0 }

export function deskOf(texts: readonly { name: string; text: string }[]): Desk {
  return { papers: texts.map(({ name, text }) => ({ name, text, change: null, turns: 0 })), selected: 0 }
}

export function selectedPaper({ papers, selected }: Desk): Paper | undefined {
  return papers[selected]
}

export function currentText({ text, change }: Paper): string {
  return change?.text ?? text
}

/** Puts another text in the place of the selected one. An empty text takes the paper away. */
export function rewrite({ papers, selected }: Desk, text: string): Desk {
  const rewritten = { name: papers[selected]?.name ?? 'pasted text', text, change: null, turns: 0 }
  if (papers.length <= 1) return text.trim() === '' ? EMPTY_DESK : { papers: [rewritten], selected: 0 }
  return { papers: papers.with(selected, rewritten), selected }
}

export function changeByte(desk: Desk): Desk {
  return update(desk, (paper) => ({ ...paper, change: changeOneByte(paper.text, paper.turns), turns: paper.turns + 1 }))
}

export function restore(desk: Desk): Desk {
  return update(desk, (paper) => ({ ...paper, change: null }))
}

function update({ papers, selected }: Desk, next: (paper: Paper) => Paper): Desk {
  return { papers: papers.map((paper, index) => (index === selected ? next(paper) : paper)), selected }
}
