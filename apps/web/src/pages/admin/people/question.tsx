import type { Client } from '@stillhere/client/http'
import { useEffect } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Failure } from '../../../parts/failure.tsx'
import { Confirm } from '../confirm.tsx'
import { type Person, QUESTIONS, WORDS } from './words.ts'

/** What is to be done to whom. */
export type Asked = { person: Person; what: 'signOut' | 'block' | 'unblock' | 'erase' }

type QuestionProps = {
  admin: Client
  asked: Asked | null
  onDone: (said: string) => void
  onErase: (person: Person) => void
  onClose: () => void
}

/** Asks before it acts. Unblocking harms nobody and is done at once; erasing is handed on, to be undone for a while. */
export function Question({ admin, asked, onDone, onErase, onClose }: QuestionProps) {
  if (asked === null) return null
  const { person, what } = asked
  if (what === 'unblock') return <Unblock admin={admin} person={person} onDone={onDone} onClose={onClose} />
  const { title, text, verb } = QUESTIONS[what]
  return (
    <Confirm
      open
      title={title(person.node_handle)}
      verb={verb}
      kind={what === 'signOut' ? 'main' : 'danger'}
      work={() => act(admin, asked)}
      onDone={(said) => (said === null ? onErase(person) : onDone(said))}
      onClose={onClose}
    >
      <p>{text}</p>
    </Confirm>
  )
}

/** Does it and returns what to say; null where nothing was done yet. */
async function act(admin: Client, { person: { id, node_handle: handle }, what }: Asked): Promise<string | null> {
  if (what === 'signOut') return WORDS.signedOut(handle, (await admin.signPersonOut({ id })).ended)
  if (what !== 'block') return null
  await admin.blockPerson({ id })
  return WORDS.didBlock(handle)
}

type UnblockProps = Pick<QuestionProps, 'admin' | 'onDone' | 'onClose'> & { person: Person }

function Unblock({ admin, person: { id, node_handle: handle }, onDone, onClose }: UnblockProps) {
  const { error, run } = useAction()
  useEffect(() => {
    run(
      () => admin.unblockPerson({ id }),
      () => {
        onClose()
        onDone(WORDS.didUnblock(handle))
      },
    )
  }, [id])
  return <Failure error={error} />
}
