import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { readCount } from './counting.ts'
import { InviteList } from './invite-list.tsx'

const BOUNDS = { least: 1, most: 1000 }

/** Codes that let one e-mail address each join: make them, take them along, take them back. */
export function InvitesTab({ admin }: { admin: Client }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <div class="stack">
      <Card title="Make invite codes">
        <CreateForm admin={admin} onCodes={setCodes} />
        {codes.length > 0 ? <NewCodes codes={codes} /> : null}
      </Card>
      <Card title="All codes">
        <InviteList admin={admin} made={codes} />
      </Card>
    </div>
  )
}

function CreateForm({ admin, onCodes }: { admin: Client; onCodes: (codes: readonly string[]) => void }) {
  const [text, setText] = useState('10')
  const [problem, setProblem] = useState<string>()
  const { isBusy, error, run } = useAction()
  const create = (event: Event) => {
    event.preventDefault()
    const read = readCount(text, BOUNDS)
    setProblem('problem' in read ? read.problem : undefined)
    if ('count' in read)
      run(
        () => admin.createInvites(read),
        (made) => onCodes(made.codes),
      )
  }
  return (
    <form class="stack" onSubmit={create} noValidate>
      <Field
        label="How many"
        hint="Each lets one e-mail address join, once."
        inputMode="numeric"
        error={problem}
        value={text}
        onValue={setText}
      />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          Make codes
        </Button>
      </p>
    </form>
  )
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <Notice kind="good" title={codes.length === 1 ? 'One code is made.' : `${codes.length} codes are made.`} live>
        Take them along now. They are shown here once; the list below knows only their last two characters.
      </Notice>
      <div class="admin-codes">
        <CopyField label={codes.length === 1 ? 'New code' : 'New codes'} value={codes.join('\n')} />
      </div>
    </>
  )
}
