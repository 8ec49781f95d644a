import type { Json } from '../plain-json.ts'
import type { VerificationResult } from '../result.ts'
import { make } from './dom.ts'
import { type Member, membersOf } from './members.ts'

/** All members of a receipt, each with a word on whether the signature covers it. */
export function membersView(receipt: Json, result: VerificationResult): Node[] {
  return [make('p', {}, summaryOf(result)), listView(membersOf(receipt, result))]
}

function summaryOf({ checks, coverage, unsignedMembers }: VerificationResult): string {
  if (checks.V1 === 'FAIL') return 'The form is not that of a receipt, so nothing here is proven.'
  const uncovered = `${unsignedMembers.length} members are not covered: anybody may have changed them.`
  if (checks.V2 === 'FAIL')
    return `No signature was found to fit, so nothing here is proven.${coverage === 'partial' ? ` Even with one, ${uncovered}` : ''}`
  return coverage === 'full' ? 'Every member is covered; nothing can be changed or added unseen.' : uncovered
}

function listView(members: readonly Member[]): HTMLElement {
  return make('ul', { class: 'members' }, ...members.map(memberView))
}

function memberView(member: Member): HTMLElement {
  const name = make('b', {}, member.name)
  const mark = make('em', { class: `mark ${member.mark.replaceAll(' ', '-')}` }, member.mark)
  if ('value' in member)
    return make('li', { class: 'leaf' }, make('span', {}, name, make('code', {}, member.value)), mark)
  const rest = member.more > 0 ? [make('p', { class: 'fine' }, `and ${member.more} more, marked the same`)] : []
  const group = make('details', {}, make('summary', {}, name, mark), listView(member.members), ...rest)
  group.open = member.mark === 'partly signed'
  return make('li', {}, group)
}
