import type { OldReceipt, Receipt } from '../receipt.ts'
import { byteView } from './byte-view.ts'
import { checksPreview, checksView } from './checks-view.ts'
import { copyable } from './copy.ts'
import type { TextDocument } from './documents.ts'
import { element, make } from './dom.ts'
import { factsView } from './facts.ts'
import { type Judgement, judgeText } from './judgement.ts'
import { membersView } from './members-view.ts'
import type { Settings } from './settings.ts'
import { emptyView, verdictView } from './verdict.ts'

type Judged = Extract<Judgement, { kind: 'judged' }>

/** Fills the page for one judged document. */
export function showJudgement(item: TextDocument, judgement: Judgement, settings: Settings): void {
  put('verdict', ...verdictView(judgement, settings))
  put('details', ...detailsView(judgement, settings.now))
  showTrial(item, judgement, settings)
}

/** Fills the page while there is nothing to judge. */
export function showNothing(): void {
  put('verdict', ...emptyView())
  put('details', checksPreview())
  element('trial', HTMLElement).hidden = true
}

function showTrial(item: TextDocument, judgement: Judgement, { options }: Settings): void {
  const before = item.change === null ? judgement : judgeText(item.text, options)
  element('trial', HTMLElement).hidden = before.kind === 'unreadable'
  element('restore', HTMLButtonElement).disabled = item.change === null
  put('changed', ...(item.change === null ? [] : byteView(item.change, before, judgement)))
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
