import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { say } from '../../words/speak.ts'
import { storedAgents } from './agent-keys.ts'
import { agentHref, shortKey } from './record-words.ts'

/** The agents whose keys lie in this browser. */
export function AgentList() {
  const agents = storedAgents.value
  return (
    <Card title={say('Keys in this browser')}>
      {agents.length === 0 ? (
        <Empty title={say('None yet')}>
          <p class="small soft">{say('Agents you declare with a key created here will show up in this list.')}</p>
        </Empty>
      ) : (
        <ul class="agents-held">
          {agents.map(({ agentId, publicKey }) => (
            <li key={agentId}>
              <a href={agentHref(agentId)}>{agentId}</a>
              <code class="small soft">{shortKey(publicKey)}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
