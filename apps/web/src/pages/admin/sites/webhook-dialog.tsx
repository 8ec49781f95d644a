import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { Field } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { Notice } from '../../../parts/notice.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { findSiteErrors } from './addresses.ts'
import type { MadeSecrets } from './new-secrets.tsx'
import type { SiteVerb } from './questions.ts'

type Site = OutputOf<'listSites'>['sites'][number]

type WebhookProps = {
  admin: Client
  onAsk: (asked: { verb: SiteVerb; site: Site }) => void
  onSecret: (made: MadeSecrets) => void
  onSent: () => void
  onChange: () => void
  onClose: () => void
}

/** Where a site is told what happened: sets the address, sends a test, and leads to what must be asked first. */
export function WebhookDialog({ site, ...rest }: WebhookProps & { site: Site | null }) {
  const [shown, setShown] = useState(site)
  // While the dialog closes, it goes on saying what it said.
  useEffect(() => (site ? setShown(site) : undefined), [site])
  return (
    <Dialog title={say('Webhook of {name}', { name: shown?.name ?? '' })} open={site !== null} onClose={rest.onClose}>
      {site ? (
        <div class="stack">
          <State site={site} />
          <AddressForm site={site} {...rest} />
          {site.webhook ? <Verbs site={site} {...rest} /> : null}
        </div>
      ) : null}
    </Dialog>
  )
}

function State({ site: { webhook } }: { site: Site }) {
  if (!webhook)
    return <p>{say('Events about its receipts are sent to the site by POST, signed with a secret of its own.')}</p>
  if (webhook.disabled_at === null)
    return <p>{say('Signed with the secret ending in {hint}.', { hint: webhook.secret_hint })}</p>
  return (
    <Notice kind="warn" title={say('This webhook is disabled.')}>
      {sayRich(
        'Since <time></time>: {reason}. Save the address again to enable it.',
        { time: () => <ExactTime at={webhook.disabled_at ?? ''} /> },
        { reason: webhook.disabled_reason ?? '' },
      )}
    </Notice>
  )
}

const FIELDS = { webhook_url: { ...FIELD_TABLE.createSite.webhook_url, required: true } }

function AddressForm({ admin, site, onSecret, onChange, onClose }: WebhookProps & { site: Site }) {
  const { field, element, isBusy, error } = useForm(
    { fields: FIELDS, initial: { webhook_url: site.webhook?.url ?? '' }, refusedFields: findSiteErrors },
    async ({ webhook_url }) => {
      const { webhook_secret: secret } = await admin.changeSite({ site_key: site.site_key, webhook_url })
      onClose()
      if (secret === undefined) onChange()
      else onSecret({ site, webhook_secret: secret })
    },
  )
  return (
    <form class="stack" noValidate {...element}>
      <Field label={say('Address')} hint={say('Like https://shop.example/stillhere.')} {...field('webhook_url')} />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {say('Save')}
        </Button>
      </p>
    </form>
  )
}

function Verbs({ admin, site, onAsk, onSent, onClose }: WebhookProps & { site: Site }) {
  const { run, isBusy, error } = useAction()
  const ask = (verb: SiteVerb) => {
    onClose()
    onAsk({ verb, site })
  }
  const test = () =>
    run(
      () => admin.testWebhook({ site_key: site.site_key }),
      () => {
        onClose()
        onSent()
      },
    )
  return (
    <>
      <Failure error={error} />
      <p class="row">
        <Button kind="quiet" busy={isBusy} onClick={test}>
          {say('Send a test event')}
        </Button>
        <Button kind="quiet" onClick={() => ask('new-webhook-secret')}>
          {say('New secret')}
        </Button>
        <Button kind="quiet" onClick={() => ask('remove-webhook')}>
          {say('Remove the webhook')}
        </Button>
      </p>
    </>
  )
}
