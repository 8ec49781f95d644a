import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Field } from '../../parts/field.tsx'
import { goTo } from '../../router.ts'
import { say } from '../../words/speak.ts'
import { agentHref } from './record-words.ts'

/** Leads to the public record of any agent. */
export function LookUp() {
  const [id, setId] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    if (id.trim() !== '') goTo(agentHref(id.trim()))
  }
  return (
    <Card title={say('Look up an agent')}>
      <form class="stack" onSubmit={submit}>
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
