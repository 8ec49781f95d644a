import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Card } from '../../../parts/card.tsx'
import { InviteList } from './invite-list.tsx'
import { MakeInvites } from './make-invites.tsx'
import { WORDS } from './words.ts'

/** Invites, each for one person: make them, give them as links, take them back. */
export function InvitesTab({ admin }: { admin: Client }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <div class="stack">
      <Card title={WORDS.make}>
        <MakeInvites admin={admin} codes={codes} onCodes={setCodes} />
      </Card>
      <Card title={WORDS.all}>
        <InviteList admin={admin} made={codes} />
      </Card>
    </div>
  )
}
