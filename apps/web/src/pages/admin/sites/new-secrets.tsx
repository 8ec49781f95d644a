import type { OutputOf } from '@stillhere/client/http'
import { Card } from '../../../parts/card.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Notice } from '../../../parts/notice.tsx'

/** A site, and what was made for it just now. */
export type MadeSecrets = {
  site: Pick<OutputOf<'createSite'>['site'], 'site_key' | 'name'>
  secret?: string
  webhook_secret?: string
}

/** The secrets of a site, while they can be seen. */
export function NewSecrets({ made: { site, secret, webhook_secret: webhookSecret } }: { made: MadeSecrets }) {
  return (
    <Card title={`New for ${site.name}`}>
      {secret && webhookSecret ? (
        <Notice kind="good" title="Two secrets are made." live>
          Keep them on your server, never in a page. They are shown here once; later you see only their last four
          characters.
        </Notice>
      ) : (
        <Notice kind="good" title="A secret is made." live>
          Keep it on your server, never in a page. It is shown here once; later you see only its last four characters.
        </Notice>
      )}
      <CopyField label="Site key (public)" value={site.site_key} />
      {secret ? <CopyField label="Secret" value={secret} secret /> : null}
      {webhookSecret ? <CopyField label="Webhook secret" value={webhookSecret} secret /> : null}
    </Card>
  )
}
