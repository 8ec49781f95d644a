import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Card } from '../../../parts/card.tsx'
import { InviteList } from './invite-list.tsx'
import { MakeInvites } from './make-invites.tsx'
import { Waitlist } from './waitlist.tsx'
import { WAITLIST_WORDS, WORDS } from './words.ts'

/** Invites, each for one person: make them, give them as links, take them back. */
export function InvitesTab({ admin }: { admin: Client }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [admitted, setAdmitted] = useState(0)
  return (
    <div class="stack">
      <Card title={WAITLIST_WORDS.title}>
        <Waitlist admin={admin} onInvited={() => setAdmitted((count) => count + 1)} />
      </Card>
      <Card title={WORDS.make}>
        <MakeInvites admin={admin} codes={codes} onCodes={setCodes} />
      </Card>
      <Card title={WORDS.all}>
        <InviteList key={admitted} admin={admin} made={codes} />
      </Card>
    </div>
  )
}
