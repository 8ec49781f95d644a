import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { type ButtonKind, CopyField } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { Confirm } from '../confirm.tsx'

type Site = OutputOf<'listSites'>['sites'][number]

/** A change of a site that the operator has to confirm. */
export type SiteChange = { verb: SiteVerb; site: Site }

type QuestionProps = {
  admin: Client
  onSecret: (made: NewSiteSecrets) => void
  change: SiteChange | null
  onClose: () => void
  onDone: () => void
}

/** Shows the dialog that asks for confirmation of a change, and then changes the site; closed if `change` is null. New secrets are passed to `onSecret`. */
export function Question({ admin, change, onClose, onDone, onSecret }: QuestionProps) {
  const [shown, setShown] = useState<SiteChange | null>(change)
  // Keeps the text in place while the dialog closes.
  useEffect(() => (change ? setShown(change) : undefined), [change])
  const { title, verb, words, kind } = describeQuestion(shown?.verb ?? 'remove', shown?.site.name ?? '')
  const handleConfirm = async () => {
    if (!shown) return
    const made = await updateSite(admin, shown)
    if (made) onSecret(made)
  }
  return (
    <Confirm
      title={title}
      verb={verb}
      kind={kind}
      open={change !== null}
      work={handleConfirm}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words}</p>
    </Confirm>
  )
}

async function updateSite(admin: Client, { verb, site }: SiteChange): Promise<NewSiteSecrets | undefined> {
  const { site_key, secrets } = site
  if (verb === 'add-secret') return admin.addSiteSecret({ site_key })
  if (verb === 'new-webhook-secret') return { site, ...(await admin.rotateWebhookSecret({ site_key })) }
  if (verb === 'remove-secret') await admin.removeSiteSecret({ site_key, id: secrets[0]?.id ?? '' })
  else if (verb === 'remove-webhook') await admin.changeSite({ site_key, webhook_url: null })
  else if (verb === 'remove') await admin.removeSite({ site_key })
  else await admin.changeSite({ site_key, disabled: verb === 'disable' })
  return undefined
}

/** A change of a registered site. */
export type SiteVerb =
  | 'add-secret'
  | 'remove-secret'
  | 'disable'
  | 'enable'
  | 'remove'
  | 'new-webhook-secret'
  | 'remove-webhook'

type QuestionWords = { title: string; verb: string; words: string; kind: ButtonKind }
type SiteQuestion = Omit<QuestionWords, 'title'> & { title: (name: string) => string }

/** Returns the texts of the dialog that confirms a change. */
function describeQuestion(verb: SiteVerb, name: string): QuestionWords {
  const { title, ...rest } = QUESTIONS[verb]
  return { title: title(name), ...rest }
}

const QUESTIONS: Readonly<Record<SiteVerb, SiteQuestion>> = {
  'add-secret': {
    title: (name) => say('Make a second secret for {name}?', { name }),
    verb: say('Make it'),
    words: say('Both work until you remove the older one. Give your server the new one first.'),
    kind: 'main',
  },
  'remove-secret': {
    title: (name) => say('Remove the older secret of {name}?', { name }),
    verb: say('Remove it'),
    words: say('Calls with it are refused at once. The newer one keeps working.'),
    kind: 'danger',
  },
  disable: {
    title: (name) => say('Disable {name}?', { name }),
    verb: say('Disable it'),
    words: say('It can’t ask anyone until you enable it again. Its receipts stay valid.'),
    kind: 'danger',
  },
  enable: {
    title: (name) => say('Enable {name}?', { name }),
    verb: say('Enable it'),
    words: say('It can ask people again.'),
    kind: 'main',
  },
  'new-webhook-secret': {
    title: (name) => say('Make a new webhook secret for {name}?', { name }),
    verb: say('Make it'),
    words: say('The earlier one keeps signing for 24 hours. Give your server the new one within that time.'),
    kind: 'main',
  },
  'remove-webhook': {
    title: (name) => say('Remove the webhook of {name}?', { name }),
    verb: say('Remove it'),
    words: say('The site gets no more events. Its secret, waiting events and their log are permanently deleted.'),
    kind: 'danger',
  },
  remove: {
    title: (name) => say('Remove {name}?', { name }),
    verb: say('Remove it'),
    words: say('Its key and secrets are permanently deleted. Its receipts stay valid.'),
    kind: 'danger',
  },
}

/** A site and the secrets just created for it. */
export type NewSiteSecrets = {
  site: Pick<OutputOf<'createSite'>['site'], 'site_key' | 'name'>
  secret?: string
  webhook_secret?: string
}

/** Shows the secrets just created for a site, which can't be shown again. */
export function NewSecrets({ made: { site, secret, webhook_secret: webhookSecret } }: { made: NewSiteSecrets }) {
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
