import { createClient } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { useAction } from '../../parts/request.ts'
import { adminState } from '../../session/session.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { describeSecretFailure } from './words.ts'

/** Shows the sign-in form for operators, which opens a session with the admin secret. */
export function Lock() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, error, run } = useAction()
  const secret = text.trim()
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    const found = checkSecret(secret)
    setProblem(found)
    if (found === undefined) run(() => openSession(secret), showTabs)
  }
  return (
    <Card title={say('Sign in')}>
      <form class="stack" onSubmit={handleSubmit} noValidate>
        <Field
          label={say('Admin secret')}
          type="password"
          autoComplete="off"
          spellcheck={false}
          hint={say('ADMIN_SECRET, or the content of the file admin-secret in the service’s data folder.')}
          error={problem}
          value={text}
          onValue={setText}
        />
        <Failure error={error} wordsFor={describeSecretFailure} />
        <p>
          <Button type="submit" busy={isBusy}>
            {say('Unlock')}
          </Button>
        </p>
      </form>
      <p class="small soft admin-measure">
        {sayRich(
          'You stay signed in here for 12 hours; the secret isn’t stored. On the server, <code>npx --no-install stillhere setup</code> prints a link that needs no secret.',
          { code: (path) => <code>{path}</code> },
        )}
      </p>
    </Card>
  )
}

// No retries: each wrong secret counts against the limit.
async function openSession(adminSecret: string): Promise<void> {
  await createClient({ baseUrl: location.origin, adminSecret }).openAdminSession({}, { retries: 0 })
}

function showTabs(): void {
  adminState.value = 'open'
}

const LEAST_CHARACTERS = 16

/** Checks whether a text can be an admin secret. Returns the problem to show, or undefined. Only the service knows whether the secret is right. */
export function checkSecret(text: string): string | undefined {
  if (text === '') return say('Enter the secret.')
  if (!/^[\x21-\x7e]+$/.test(text)) return say('A secret has no spaces, line breaks or accented letters.')
  if (text.length < LEAST_CHARACTERS)
    return say('A secret has at least {least} characters.', { least: LEAST_CHARACTERS })
  return undefined
}
