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

// In a document of its own, which loads no pictures.
function writeSnippet(agentId: string): string {
  const page = document.implementation.createHTMLDocument()
  const [link, picture] = [page.createElement('a'), page.createElement('img')]
  link.setAttribute('href', location.origin + agentHref(agentId))
  picture.setAttribute('src', location.origin + badgePath(agentId))
  picture.setAttribute('alt', 'Stillhere')
  picture.setAttribute('height', '24')
  link.append(picture)
  return link.outerHTML
}
