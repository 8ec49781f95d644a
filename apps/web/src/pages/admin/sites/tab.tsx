import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Card } from '../../../parts/card.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { SiteForm } from './site-form.tsx'
import { SiteList } from './site-list.tsx'

type Registered = OutputOf<'createSite'>

/** Sites that may ask people for their presence: register them, give them secrets, take them away. */
export function SitesTab({ admin }: { admin: Client }) {
  const [made, setMade] = useState<Registered | null>(null)
  return (
    <div class="stack">
      <Card title="Register a site">
        <SiteForm admin={admin} onMade={setMade} />
      </Card>
      {made ? <NewSecret made={made} /> : null}
      <Card title="All sites">
        <SiteList admin={admin} made={made} onSecret={setMade} />
      </Card>
    </div>
  )
}

function NewSecret({ made: { site, secret } }: { made: Registered }) {
  return (
    <Card title={`The secret of ${site.name}`}>
      <Notice kind="good" title="A secret is made." live>
        Keep it on your server, never in a page. It is shown here once; the list below knows only its last four
        characters.
      </Notice>
      <CopyField label="Site key (public)" value={site.site_key} />
      <CopyField label="Secret" value={secret} secret />
    </Card>
  )
}
