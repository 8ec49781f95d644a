import type { OldReceipt, Receipt } from '../receipt.ts'
import { byteView } from './byte-view.ts'
import { checksPreview, checksView } from './checks-view.ts'
import { copyable } from './copy.ts'
import type { TextDocument } from './documents.ts'
import { element, make } from './dom.ts'
import { factsView } from './facts.ts'
import { type Judgment, judgeText } from './judgment.ts'
import { membersView } from './members-view.ts'
import type { Settings } from './settings.ts'
import { emptyView, verdictView } from './verdict.ts'

type Judged = Extract<Judgment, { kind: 'judged' }>

/** Fills the page for one judged document. */
export function showJudgment(item: TextDocument, judgment: Judgment, settings: Settings): void {
  put('verdict', ...verdictView(judgment, settings))
  put('details', ...detailsView(judgment, settings.now))
  showTrial(item, judgment, settings)
}

/** Fills the page while there is nothing to judge. */
export function showNothing(): void {
  put('verdict', ...emptyView())
  put('details', checksPreview())
  element('trial', HTMLElement).hidden = true
}

function showTrial(item: TextDocument, judgment: Judgment, { options }: Settings): void {
  const before = item.change === null ? judgment : judgeText(item.text, options)
  element('trial', HTMLElement).hidden = before.kind === 'unreadable'
  element('restore', HTMLButtonElement).disabled = item.change === null
  put('changed', ...(item.change === null ? [] : byteView(item.change, before, judgment)))
}

function detailsView(judgment: Judgment, now: number): Node[] {
  if (judgment.kind === 'unreadable') return []
  const { receipt, result } = judgment
  return [
    make('h3', {}, 'The seven checks, and your demands'),
    checksView(judgment),
    ...(result.checks.V1 === 'PASS' ? factsPart(receipt as Receipt | OldReceipt, judgment, now) : []),
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
