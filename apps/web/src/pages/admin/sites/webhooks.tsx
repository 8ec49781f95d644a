import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { FIELD_TABLE } from '../../../parts/field-table.ts'
import { Field } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { Notice } from '../../../parts/notice.tsx'
import { useAction, useLaterPages, useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, MorePages, Table } from '../../../parts/table.tsx'
import { ExactTime, Time } from '../../../parts/time.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import type { NewSiteSecrets, SiteVerb } from './site-change.tsx'
import { findSiteErrors } from './site-form.tsx'

type Site = OutputOf<'listSites'>['sites'][number]

type WebhookProps = {
  admin: Client
  onAsk: (change: { verb: SiteVerb; site: Site }) => void
  onSecret: (made: NewSiteSecrets) => void
  onSent: () => void
  onChange: () => void
  onClose: () => void
}

/** Shows the dialog that sets the webhook address of a site and sends test events; closed if `site` is null. Changes that need confirmation are passed to `onAsk`. */
export function WebhookDialog({ site, ...rest }: WebhookProps & { site: Site | null }) {
  const [shown, setShown] = useState(site)
  // Keeps the text in place while the dialog closes.
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
  const showQuestion = (verb: SiteVerb) => {
    onClose()
    onAsk({ verb, site })
  }
  const sendTest = () =>
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
        <Button kind="quiet" busy={isBusy} onClick={sendTest}>
          {say('Send a test event')}
        </Button>
        <Button kind="quiet" onClick={() => showQuestion('new-webhook-secret')}>
          {say('New secret')}
        </Button>
        <Button kind="quiet" onClick={() => showQuestion('remove-webhook')}>
          {say('Remove the webhook')}
        </Button>
      </p>
    </>
  )
}

type Delivery = OutputOf<'listWebhookDeliveries'>['deliveries'][number]

const PAGE = 50
const REFRESH_MS = 5000

const STATES: Readonly<Record<Delivery['state'], string>> = {
  waiting: say('waiting'),
  sending: say('being sent'),
  sent: say('sent'),
  dead: say('failed'),
}

/** Lists the webhook events with their deliveries, newest first. The list reloads when `sent` changes, a counter of the events sent from this page. */
export function DeliveryList({ admin, sent }: { admin: Client; sent: number }) {
  const [hasOlder, setHasOlder] = useState(false)
  const read = (cursor?: string, signal?: AbortSignal) =>
    admin.listWebhookDeliveries({ limit: PAGE, cursor }, { signal })
  // Later pages wouldn't match a first page that has been refreshed, so refreshing stops.
  const options = hasOlder ? {} : { refreshMs: REFRESH_MS }
  const { value, error, reload } = useRequest((signal) => read(undefined, signal), options)
  const later = useLaterPages(value, read)
  const { more } = later
  const readNewest = () => {
    later.reset()
    setHasOlder(false)
    reload()
  }
  useEffect(readNewest, [sent])
  if (!value) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={4} />
  const deliveries = later.pages.flatMap((page) => page.deliveries)
  if (deliveries.length === 0)
    return <Empty title={say('No events yet.')}>{say('Set a webhook for a site first.')}</Empty>
  const showOlder = more && (() => (setHasOlder(true), more()))
  return (
    <>
      <Deliveries admin={admin} deliveries={deliveries} onChange={readNewest} />
      <MorePages more={showOlder} isBusy={later.isBusy} error={error ?? later.error} />
      <p class="small soft admin-measure">
        {say(
          'An event is tried nine times within about a day and leaves this list after 30 days. If you send it again, its ID stays the same.',
        )}
      </p>
    </>
  )
}

type DeliveriesProps = { admin: Client; deliveries: readonly Delivery[]; onChange: () => void }

function Deliveries({ admin, deliveries, onChange }: DeliveriesProps) {
  const { isBusy, error, run } = useAction()
  const [replayed, setReplayed] = useState(false)
  const sendAgain = ({ id }: Delivery) =>
    run(
      () => admin.replayWebhook({ id }),
      () => {
        setReplayed(true)
        onChange()
      },
    )
  return (
    <>
      <Failure error={error} />
      {replayed && error === null && !isBusy ? (
        <Notice kind="good" title={say('The event is being sent again.')} live />
      ) : null}
      <Table
        caption={say('Webhook events, newest first')}
        columns={createColumns(sendAgain, isBusy)}
        rows={deliveries}
        keyOf={({ id }) => id}
      />
    </>
  )
}

function createColumns(replay: (one: Delivery) => void, isBusy: boolean): readonly Column<Delivery>[] {
  return [
    { head: say('Event'), cell: ({ type }) => <code>{type}</code> },
    { head: say('Site'), cell: ({ site_name }) => site_name },
    { head: say('State'), cell: ({ state }) => STATES[state] },
    { head: say('Tries'), cell: ({ attempts }) => attempts, end: true },
    { head: say('Answer'), cell: ({ problem, last_status }) => problem || (last_status ?? '–') },
    { head: say('When'), cell: ({ created_at }) => <Time at={created_at} /> },
    { head: say('Next or done'), cell: renderTime },
    {
      head: say('Send'),
      end: true,
      cell: (one) => (
        <Button kind="quiet" busy={isBusy} onClick={() => replay(one)}>
          {say('Send again')}
          <span class="unseen">
            {' '}
            {one.type} {one.id}
          </span>
        </Button>
      ),
    },
  ]
}

function renderTime({ sent_at, next_try_at }: Delivery) {
  const at = sent_at ?? next_try_at
  return at === null ? '–' : <Time at={at} />
}
