import type { OldReceipt, Receipt } from '../receipt.ts'
import { byteView } from './byte-view.ts'
import { checksPreview, checksView } from './checks-view.ts'
import { copyable } from './copy.ts'
import type { Paper } from './documents.ts'
import { element, make } from './dom.ts'
import { factsView } from './facts.ts'
import { type Judgement, judgeText } from './judgement.ts'
import { membersView } from './members-view.ts'
import type { Settings } from './settings.ts'
import { nothingYet, verdictView } from './verdict.ts'

type Judged = Extract<Judgement, { kind: 'judged' }>

/** Fills the page for one judged paper. */
export function showJudgement(paper: Paper, judgement: Judgement, settings: Settings): void {
  put('verdict', ...verdictView(judgement, settings))
  put('details', ...detailsView(judgement, settings.now))
  showTrial(paper, judgement, settings)
}

/** Fills the page while there is nothing to judge. */
export function showNothing(): void {
  put('verdict', ...nothingYet())
  put('details', checksPreview())
  element('trial', HTMLElement).hidden = true
}

function showTrial(paper: Paper, judgement: Judgement, { options }: Settings): void {
  const before = paper.change === null ? judgement : judgeText(paper.text, options)
  element('trial', HTMLElement).hidden = before.kind === 'unreadable'
  element('restore', HTMLButtonElement).disabled = paper.change === null
  put('changed', ...(paper.change === null ? [] : byteView(paper.change, before, judgement)))
}

function detailsView(judgement: Judgement, now: number): Node[] {
  if (judgement.kind === 'unreadable') return []
  const { receipt, result } = judgement
  return [
    make('h3', {}, 'The seven checks, and your demands'),
    checksView(judgement),
    ...(result.checks.V1 === 'PASS' ? factsPart(receipt as Receipt | OldReceipt, judgement, now) : []),
    make('h3', {}, 'What the signature covers'),
    ...membersView(receipt, result),
    make('h3', {}, 'Receipt hash'),
    make('p', {}, 'A successor names this receipt by it.'),
    copyable(result.receiptHash ?? '', 'Copy the hash'),
  ]
}

function factsPart(receipt: Receipt | OldReceipt, { result }: Judged, now: number): Node[] {
  const isProven = result.checks.V2 === 'PASS'
  return [
    make('h3', {}, isProven ? 'What it says' : 'What it claims'),
    ...(isProven ? [] : [make('p', {}, 'None of this is proven.')]),
    factsView(receipt, now),
  ]
}

function put(id: string, ...children: Node[]): void {
  element(id, HTMLElement).replaceChildren(...children)
}
