import { Button } from '../../../parts/button.tsx'
import type { Column } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import type { Asked } from './question.tsx'
import { describeState, type Person, WORDS } from './words.ts'

/** What a row shows of somebody, and what can be done; nothing to whoever is just being erased. */
export function columnsWith(onAsk: (asked: Asked) => void, leaving: Person | null): readonly Column<Person>[] {
  const { heads } = WORDS
  return [
    { head: heads.handle, cell: ({ node_handle }) => node_handle },
    { head: heads.state, cell: describeState },
    { head: heads.joined, cell: ({ activated_at: at }) => (at === null ? WORDS.notJoined : <Time at={at} />) },
    { head: heads.lastScan, cell: ({ last_scan_at: at }) => (at === null ? WORDS.never : <Time at={at} />) },
    { head: heads.sessions, cell: ({ sessions }) => sessions, end: true },
    {
      head: heads.act,
      end: true,
      cell: (person) => (person.id === leaving?.id ? '–' : <Acts person={person} onAsk={onAsk} />),
    },
  ]
}

function Acts({ person, onAsk }: { person: Person; onAsk: (asked: Asked) => void }) {
  const act = (label: string, what: Asked['what']) => (
    <Button kind="quiet" onClick={() => onAsk({ person, what })}>
      {label}
      <span class="unseen"> {person.node_handle}</span>
    </Button>
  )
  return (
    <span class="admin-acts">
      {person.sessions > 0 ? act(WORDS.signOut, 'signOut') : null}
      {person.blocked_at === null ? act(WORDS.block, 'block') : act(WORDS.unblock, 'unblock')}
      {act(WORDS.erase, 'erase')}
    </span>
  )
}
