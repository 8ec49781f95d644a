import type { OutputOf } from '@stillhere/client/http'
import { Card } from '../../../parts/card.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'

/** A site, and what was made for it just now. */
export type MadeSecrets = {
  site: Pick<OutputOf<'createSite'>['site'], 'site_key' | 'name'>
  secret?: string
  webhook_secret?: string
}

/** The secrets of a site, while they can be seen. */
export function NewSecrets({ made: { site, secret, webhook_secret: webhookSecret } }: { made: MadeSecrets }) {
  return (
    <Card title={say('New for {name}', { name: site.name })}>
      {secret && webhookSecret ? (
        <Notice kind="good" title={say('Your two secrets are ready.')} live>
          {say(
            'Keep them on your server, never in a page. They’re shown only once; later you see just the last four characters.',
          )}
        </Notice>
      ) : (
        <Notice kind="good" title={say('Your secret is ready.')} live>
          {say(
            'Keep it on your server, never in a page. It’s shown only once; later you see just the last four characters.',
          )}
        </Notice>
      )}
      <CopyField label={say('Site key (public)')} value={site.site_key} />
      {secret ? <CopyField label={say('Secret')} value={secret} secret /> : null}
      {webhookSecret ? <CopyField label={say('Webhook secret')} value={webhookSecret} secret /> : null}
    </Card>
  )
}
