import './agents.css'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Empty, PageHead } from '../../parts/card.tsx'
import { Failure, PageWords } from '../../parts/failure.tsx'
import { FIELD_TABLE } from '../../parts/field-table.ts'
import { Field, Select, TextArea } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { useIsShown } from '../../parts/request.ts'
import { goTo, place } from '../../router.ts'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import { addAgentWithNewKey } from './actions.ts'
import { storedAgents } from './agent-keys.ts'
import { toAgentHref, describeAgentFailure, hasPrivateKey, formatKey } from './agent-record.ts'
import { AgentView } from './agent-view.tsx'

/** Shows the Agents page: the agent that the address names, or forms to declare an agent and to look one up. */
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
          <AgentSearch />
          <AgentList />
        </div>
      </div>
    </div>
  )
}

const KEY_CHOICES = [
  { value: 'new', label: say('Create one in this browser') },
  { value: 'own', label: say('Use my own public key') },
]

const TEXT = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const

/** The form that declares an agent: handle, type, origin and key. */
function DeclareForm() {
  const [keyFrom, setKeyFrom] = useState('new')
  const isShown = useIsShown()
  const { agent_handle, agent_type, origin, public_key } = FIELD_TABLE.declareAgent
  const publicKeyFacts = { ...public_key, required: keyFrom === 'own' }
  const form = useForm(
    { fields: { agent_handle, agent_type, origin, public_key: publicKeyFacts }, check: checkPrivateKey },
    async ({ public_key: publicKey, ...declaration }) => {
      const declared = await (keyFrom === 'new'
        ? addAgentWithNewKey(declaration)
        : service.declareAgent({ ...declaration, public_key: publicKey }))
      if (isShown.current) goTo(toAgentHref(declared.agent_id))
    },
  )
  const publicKey = form.field('public_key')
  return (
    <Card title={say('Declare an agent')}>
      <form class="stack" {...form.element}>
        <Field
          label={say('Handle')}
          hint={say('A unique name. Upper and lower case count as the same; no @.')}
          {...form.field('agent_handle')}
          {...TEXT}
        />
        <Field
          label={say('Type')}
          hint={say('What it is, in one word: assistant, crawler, bot.')}
          {...form.field('agent_type')}
          {...TEXT}
        />
        <Field
          label={say('Origin')}
          hint={say('Where it comes from, such as example.org. The service doesn’t verify this.')}
          {...form.field('origin')}
          {...TEXT}
        />
        <Select
          label={say('Key')}
          value={keyFrom}
          onValue={setKeyFrom}
          options={KEY_CHOICES}
          hint={KEY_HINTS[keyFrom]}
        />
        {keyFrom === 'own' ? (
          <TextArea
            label={say('Public key')}
            hint={say('Only Ed25519 keys can be proved: 64 hex digits, base64url, a JWK or did:key.')}
            {...publicKey}
            // A private key is flagged while typing, not only on submit.
            error={checkPrivateKey(form.texts).public_key ?? publicKey.error}
            {...{ rows: 3, spellcheck: false }}
          />
        ) : null}
        <Failure error={form.error} />
        <p>
          <Button type="submit" busy={form.isBusy}>
            {say('Declare')}
          </Button>
        </p>
      </form>
    </Card>
  )
}

function checkPrivateKey({ public_key }: { public_key: string }): { public_key?: string } {
  if (!hasPrivateKey(public_key)) return {}
  return { public_key: say('This is a private key. Keep it secret. It wasn’t sent.') }
}

const KEY_HINTS: Readonly<Record<string, string>> = {
  new: say(
    'The key can’t be exported. Anyone using this browser can sign as this agent. Clearing the browser’s data deletes the key.',
  ),
  own: say('You keep the private key and sign the proof yourself.'),
}

/** Opens the public record of an agent by its ID. */
function AgentSearch() {
  const [id, setId] = useState('')
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    if (id.trim() !== '') goTo(toAgentHref(id.trim()))
  }
  return (
    <Card title={say('Look up an agent')}>
      <form class="stack" onSubmit={handleSubmit}>
        <Field
          label={say('Agent ID')}
          hint={say('It looks like agent:handle@origin.')}
          value={id}
          onValue={setId}
          {...{ required: true, maxLength: 400, autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
        />
        <p>
          <Button type="submit" kind="quiet">
            {say('Look up')}
          </Button>
        </p>
      </form>
    </Card>
  )
}

/** Lists the agents whose keys are in this browser. */
function AgentList() {
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
              <a href={toAgentHref(agentId)}>{agentId}</a>
              <code class="small soft">{formatKey(publicKey)}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
