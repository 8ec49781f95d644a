import type { Json } from '../plain-json.ts'
import type { VerificationResult } from '../result.ts'
import { describeCoverage, listMembers, type Member } from '../view/members.ts'
import { make } from './dom.ts'

/** All members of a receipt, each with a word on whether the signature covers it. */
export function membersView(receipt: Json, result: VerificationResult): Node[] {
  return [make('p', {}, describeCoverage(result)), listView(listMembers(receipt, result))]
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
