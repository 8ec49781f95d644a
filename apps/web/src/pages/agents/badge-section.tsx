import { Card } from '../../parts/card.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { say } from '../../words/speak.ts'
import { agentHref, type AgentRecord, badgePath } from './record-words.ts'

/** A picture that says who the agent is, and what to paste into a page to show it. */
export function BadgeSection({ record }: { record: AgentRecord }) {
  const { agent_id: id, agent_handle: handle, state } = record
  return (
    <Card title={say('Badge')}>
      <p>
        {say(
          'A picture for pages that introduce your agent. It says that the agent is registered here and who answers for it, and leads to this page.',
        )}
      </p>
      <p>
        <img
          class="agents-badge"
          src={`${badgePath(id)}?${state}`}
          alt={say('Badge of {handle}', { handle })}
          height={24}
        />
      </p>
      <CopyField label={say('HTML to paste')} value={writeSnippet(id)} />
    </Card>
  )
}

// Ids are percent-encoded in both addresses, so no sign of them ends an attribute.
function writeSnippet(agentId: string): string {
  const [page, picture] = [agentHref(agentId), badgePath(agentId)].map((path) => location.origin + path)
  return `<a href="${page}"><img src="${picture}" alt="Stillhere" height="24"></a>`
}
