import { useState } from 'preact/hooks'
import { CodeField } from '../codes/code-field.tsx'
import { readCode } from '../codes/read-code.ts'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { service } from '../service.ts'
import { AskForCode } from '../wallet/ask-for-code.tsx'
import { say } from '../words/speak.ts'
import { canUsePasskeys, makePasskey } from './browser.ts'
import { describePasskeyFailure } from './words.ts'

type AddPasskeyProps = { needsCode: boolean; onAdded: (name: string) => void }

/** Adds a passkey to one's own node; every one after the first needs a code from the mailbox. */
export function AddPasskey({ needsCode, onAdded }: AddPasskeyProps) {
  const [hasAsked, setAsked] = useState(false)
  if (!canUsePasskeys()) return <NotHere />
  const finish = (name: string) => {
    setAsked(false)
    onAdded(name)
  }
  return (
    <div class="stack">
      {needsCode ? (
        <>
          <p>{say('A passkey speaks for you, so we first email you a code to make sure the mailbox is yours.')}</p>
          <AskForCode
            label={say('Mail me a code to add a passkey')}
            isAgain={hasAsked}
            onAsked={() => setAsked(true)}
          />
        </>
      ) : null}
      {needsCode && !hasAsked ? null : <PasskeyForm needsCode={needsCode} onAdded={finish} />}
    </div>
  )
}

function NotHere() {
  return (
    <Notice kind="warn" title={say('This browser can’t use passkeys here.')}>
      {say('Open the page over https, or use a newer browser.')}
    </Notice>
  )
}

function PasskeyForm({ needsCode, onAdded }: AddPasskeyProps) {
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { run, isBusy, error } = useAction()
  const otp = readCode(code) ?? undefined
  const isWhole = !needsCode || otp !== undefined
  const submit = (event: Event) => {
    event.preventDefault()
    setMissing(!isWhole)
    if (isWhole) run(() => addPasskey(name.trim(), otp), onAdded)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      {needsCode ? (
        <CodeField
          label={say('Code from your email')}
          hint={say('Six digits, valid for ten minutes.')}
          error={isMissing && !isWhole ? say('Enter the six digits from your email first.') : undefined}
          value={code}
          onValue={setCode}
        />
      ) : null}
      <Field
        label={say('Name of the passkey')}
        hint={say('Only you see it, for example “phone” or “laptop”.')}
        autoComplete="off"
        maxLength={64}
        value={name}
        onValue={setName}
      />
      <Failure error={error} wordsFor={describePasskeyFailure} />
      <p>
        <Button type="submit" busy={isBusy}>
          {say('Add a passkey')}
        </Button>
      </p>
    </form>
  )
}

async function addPasskey(name: string, otp: string | undefined): Promise<string> {
  const { token, options } = await service.startPasskey({})
  const response = await makePasskey(options)
  const added = await service.addPasskey({ token, response, otp, name: name === '' ? undefined : name })
  return added.name
}
