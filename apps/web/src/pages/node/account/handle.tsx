import { ProblemError } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { renameEnrollment } from '../../../session/enrollment-store.ts'
import { noteSession, type Session, session } from '../../../session/session.ts'
import { say } from '../../../words/speak.ts'

/** The one name that others see. */
export function Handle({ who }: { who: Session }) {
  const [text, setText] = useState(who.nodeHandle)
  const [news, setNews] = useState('')
  const { run, isBusy, error } = useAction()
  const words = describeRefusal(error)
  const rename = async () => {
    setNews('')
    const { node_handle } = await service.renameNode({ node_handle: text.trim() })
    const now = session.peek()
    // Whoever has signed out meanwhile stays so.
    if (now?.email === who.email) noteSession({ ...now, nodeHandle: node_handle })
    renameEnrollment(who.nodeHandle, node_handle)
    setText(node_handle)
    setNews(say('Your handle is {handle} now.', { handle: node_handle }))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    run(rename)
  }
  return (
    <Card title={say('Handle')}>
      <form class="stack" noValidate onSubmit={submit}>
        <Field
          label={say('Handle of your node')}
          hint={say(
            'The name others see: up to 40 letters and digits of one script, with spaces or - _ . between them. Leave it blank for a random one.',
          )}
          error={words}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={64}
          value={text}
          onValue={setText}
        />
        {error && words === undefined ? <Failure error={error} /> : null}
        <p class="row">
          <Button kind="quiet" type="submit" busy={isBusy}>
            {say('Change the handle')}
          </Button>
          <span role="status">{news}</span>
        </p>
      </form>
    </Card>
  )
}

function describeRefusal(error: unknown): string | undefined {
  if (!(error instanceof ProblemError)) return undefined
  if (error.code === 'HANDLE_TAKEN')
    return say('Another node has this handle, or one that looks like it. Choose a different one.')
  if (error.code !== 'INVALID_REQUEST') return undefined
  return say('Use 3 to 40 letters and digits of one script, with single spaces or - _ . between them.')
}
