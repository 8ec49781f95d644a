import { createClient } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { adminSecret } from '../../session/admin.ts'
import { secretProblem } from './secret.ts'
import { describeLock } from './words.ts'

/** Asks for the operator's secret and tries it before it is believed. */
export function Lock() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, error, run } = useAction()
  const secret = text.trim()
  const unlock = (event: Event) => {
    event.preventDefault()
    const found = secretProblem(secret)
    setProblem(found)
    if (found === undefined) run(() => trySecret(secret), remember)
  }
  return (
    <Card title="Locked">
      <form class="stack" onSubmit={unlock} noValidate>
        <Field
          label="Admin secret"
          type="password"
          autoComplete="off"
          spellcheck={false}
          hint="ADMIN_SECRET, or what the file admin-secret in the data folder of the service holds."
          error={problem}
          value={text}
          onValue={setText}
        />
        <Failure error={error} wordsFor={describeLock} />
        <p>
          <Button type="submit" busy={isBusy}>
            Unlock
          </Button>
        </p>
      </form>
      <p class="small soft admin-measure">
        The secret stays in the memory of this tab and is written nowhere. A reload forgets it. After ten wrong ones in
        ten minutes the service stops listening to your address for a while.
      </p>
    </Card>
  )
}

// One try and no second: each wrong one counts.
async function trySecret(secret: string): Promise<string> {
  await createClient({ baseUrl: location.origin, adminSecret: secret }).getCallerAddress({}, { retries: 0 })
  return secret
}

function remember(secret: string): void {
  adminSecret.value = secret
}
