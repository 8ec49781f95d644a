import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { say } from '../../../words/speak.ts'
import { DeliveryList } from './delivery-list.tsx'
import { type MadeSecrets, NewSecrets } from './new-secrets.tsx'
import { SiteForm } from './site-form.tsx'
import { SiteList } from './site-list.tsx'

/** Sites that may ask people for their presence: register them, give them secrets, tell them what happened, take them away. */
export function SitesTab({ admin }: { admin: Client }) {
  const [made, setMade] = useState<MadeSecrets | null>(null)
  const [sent, setSent] = useState(0)
  const [isRegistering, setRegistering] = useState(false)
  const register = (registered: MadeSecrets) => {
    setMade(registered)
    setRegistering(false)
  }
  return (
    <div class="stack">
      {made ? <NewSecrets made={made} /> : null}
      <Card title={say('All sites')}>
        <p>
          <Button onClick={() => setRegistering(true)}>{say('Register a site')}</Button>
        </p>
        <SiteList admin={admin} made={made} onSecret={setMade} onSent={() => setSent((before) => before + 1)} />
      </Card>
      <Card title={say('Webhook events')}>
        <DeliveryList admin={admin} sent={sent} />
      </Card>
      <Dialog title={say('Register a site')} open={isRegistering} onClose={() => setRegistering(false)}>
        <SiteForm admin={admin} onMade={register} />
      </Dialog>
    </div>
  )
}
