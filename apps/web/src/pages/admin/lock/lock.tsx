import { createClient } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { adminState } from '../../../session/admin.ts'
import { describeLock } from '../words.ts'
import { secretProblem } from './secret.ts'

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
    if (found === undefined) run(() => openSession(secret), showRooms)
  }
  return (
    <Card title="Sign in">
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
        You stay signed in in this browser for 12 hours. The secret itself is not kept. On the machine of the service,{' '}
        <code>npx stillhere setup</code> prints a link that needs no secret.
      </p>
    </Card>
  )
}

// One try and no second: each wrong one counts.
async function openSession(adminSecret: string): Promise<void> {
  await createClient({ baseUrl: location.origin, adminSecret }).openAdminSession({}, { retries: 0 })
}

function showRooms(): void {
  adminState.value = 'open'
}
