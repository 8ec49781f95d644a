import type { Json, VerificationResult } from '@stillhere/client/receipt'
import { describeCoverage, listMembers, type Member, nameMark } from '@stillhere/client/receipt/view'
import { VOICE } from '../../../receipts/voice.ts'
import { RESULT_WORDS } from '../words.ts'

/** All members of a receipt, each with a word on whether the signature covers it. */
export function MembersView({ value, result }: { value: Json; result: VerificationResult }) {
  return (
    <section class="card">
      <h2>{RESULT_WORDS.coverage}</h2>
      <p>{describeCoverage(result, VOICE)}</p>
      <details class="verify-members">
        <summary>{RESULT_WORDS.members}</summary>
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
              <b>{member.name}</b> <code>{member.value}</code> <em>{nameMark(member.mark, VOICE)}</em>
            </p>
          ) : (
            <details open={member.mark === 'partly signed'}>
              <summary>
                <b>{member.name}</b> <em>{nameMark(member.mark, VOICE)}</em>
              </summary>
              <Members members={member.members} />
              {member.more > 0 ? <p class="small soft">{RESULT_WORDS.more(member.more)}</p> : null}
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
