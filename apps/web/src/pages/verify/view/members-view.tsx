import type { Json, VerificationResult } from '@stillhere/client/receipt'
import { describeCoverage, listMembers, type Member } from '@stillhere/client/receipt/view'

/** All members of a receipt, each with a word on whether the signature covers it. */
export function MembersView({ value, result }: { value: Json; result: VerificationResult }) {
  return (
    <section class="card">
      <h2>What the signature covers</h2>
      <p>{describeCoverage(result)}</p>
      <details class="verify-members">
        <summary>Every member</summary>
        <Members members={listMembers(value, result)} />
      </details>
    </section>
  )
}

function Members({ members }: { members: readonly Member[] }) {
  return (
    <ul>
      {members.map((member) => (
        <li key={member.name}>
          {'value' in member ? (
            <p class="verify-leaf">
              <b>{member.name}</b> <code>{member.value}</code> <em>{member.mark}</em>
            </p>
          ) : (
            <details open={member.mark === 'partly signed'}>
              <summary>
                <b>{member.name}</b> <em>{member.mark}</em>
              </summary>
              <Members members={member.members} />
              {member.more > 0 ? <p class="small soft">and {member.more} more, marked the same</p> : null}
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
