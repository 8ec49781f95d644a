import { useState } from 'preact/hooks'
import { saveJson } from '../../parts/browser.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { useAction } from '../../parts/request.ts'
import { service } from '../../service.ts'
import { deleteNodeEnrollment } from '../../session/enrollment-store.ts'
import { saveSession, type Session } from '../../session/session.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'

/** Shows the Data tab: downloads everything stored about the node, or erases the node. Calls `onErased` after that. */
export function YourData({ who, onErased }: { who: Session; onErased: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div class="stack">
      <Export who={who} />
      <Card title={say('Erase your node')}>
        <p>
          {say(
            'Permanently deletes your node with its address, points, wallets and tokens, and the enrollment in this browser. If you have a genesis place, no one else gets it.',
          )}
        </p>
        <p>
          <Button kind="danger" onClick={() => setAsking(true)}>
            {say('Erase my node…')}
          </Button>
        </p>
      </Card>
      <Dialog title={say('Erase your node?')} open={isAsking} onClose={() => setAsking(false)}>
        {isAsking ? <EraseForm who={who} onErased={onErased} onClose={() => setAsking(false)} /> : null}
      </Dialog>
    </div>
  )
}

function Export({ who }: { who: Session }) {
  const { run, isBusy, error } = useAction()
  const [news, setNews] = useState('')
  const saveExport = async () => {
    setNews('')
    saveJson(`stillhere-${who.nodeHandle}.json`, await service.exportNode())
    setNews(say('It’s in your downloads.'))
  }
  return (
    <Card title={say('Download your data')}>
      <p>
        {say(
          'Everything the service stores about your node, in one file: your address and handle, days, ledger, receipts, tokens without their secrets, wallets, the IDs of research sessions, and whole recordings you gave to research while signed in. There’s no other motion in it, because none is kept.',
        )}
      </p>
      <Failure error={error} />
      <p class="row">
        <Button kind="quiet" busy={isBusy} onClick={() => run(saveExport)}>
          {say('Download as JSON')}
        </Button>
        <span role="status">{news}</span>
      </p>
    </Card>
  )
}

type EraseFormProps = { who: Session; onErased: () => void; onClose: () => void }

/** Erases the node after the person has typed its handle, which prevents accidents. */
function EraseForm({ who, onErased, onClose }: EraseFormProps) {
  const [text, setText] = useState('')
  const [isOther, setOther] = useState(false)
  const { run, isBusy, error } = useAction()
  const deleteNode = async () => {
    await service.eraseNode({ email: who.email })
    deleteNodeEnrollment(who.nodeHandle)
    onErased()
    saveSession(null)
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    const isRight = text.trim() === who.nodeHandle
    setOther(!isRight)
    if (isRight) run(deleteNode)
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
      <p>
        {sayRich(
          'This can’t be undone. To continue, type <b>{handle}</b>.',
          { b: (handle) => <strong>{handle}</strong> },
          { handle: who.nodeHandle },
        )}
      </p>
      <Field
        label={say('Handle of your node')}
        error={isOther ? say('Type it exactly: {handle}', { handle: who.nodeHandle }) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={text}
        onValue={setText}
      />
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" type="submit" busy={isBusy}>
          {say('Erase everything')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Keep my node')}
        </Button>
      </p>
    </form>
  )
}
