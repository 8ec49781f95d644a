import './agents.css'
import { PageWords } from '../../parts/failure.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { place } from '../../router.ts'
import { say } from '../../words/speak.ts'
import { AgentList } from './agent-list.tsx'
import { AgentView } from './agent-view.tsx'
import { DeclareForm } from './declare-form.tsx'
import { describeAgentFailure } from './failure-words.ts'
import { LookUp } from './look-up.tsx'

/** Agents say who they are: declared and proved. */
export function Page() {
  const id = place.value.url.searchParams.get('id')
  return (
    <PageWords.Provider value={describeAgentFailure}>
      {id ? <AgentView key={id} agentId={id} /> : <Start />}
    </PageWords.Provider>
  )
}

function Start() {
  return (
    <div class="stack-wide">
      <PageHead
        title={say('Agents')}
        lead={say(
          'Agents are listed as agents, never as humans. An agent declares a key and proves it holds that key.',
        )}
      />
      <div class="agents">
        <DeclareForm />
        <div class="stack">
          <LookUp />
          <AgentList />
        </div>
      </div>
    </div>
  )
}
