import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { MorePages } from '../../../parts/more-pages.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { say } from '../../../words/speak.ts'
import { Confirm } from '../confirm.tsx'
import type { MadeSecrets } from './new-secrets.tsx'
import { questionOf, type SiteVerb } from './questions.ts'
import { UsageDialog } from './usage-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

type Site = OutputOf<'listSites'>['sites'][number]
type Asked = { verb: SiteVerb; site: Site }
type SiteListProps = {
  admin: Client
  made: MadeSecrets | null
  onSecret: (made: MadeSecrets) => void
  onSent: () => void
}

const PAGE = 50

/** The sites, the newest first, with what can be done to each. `made` is a new one, which makes the list old. */
export function SiteList({ admin, made, onSecret, onSent }: SiteListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [listener, setListener] = useState<Site | null>(null)
  const [measured, setMeasured] = useState<Site | null>(null)
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.listSites({ limit: PAGE, cursor }, { signal }),
  )
  useEffect(reload, [made])
  if (!pages) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />
  const sites = pages.flatMap((page) => page.sites)
  if (sites.length === 0) return <Empty title={say('No sites yet.')}>{say('Register the first one.')}</Empty>
  return (
    <>
      <Table
        caption={say('Sites, newest first')}
        columns={columnsWith(setAsked, setListener, setMeasured)}
        rows={sites}
        keyOf={({ site_key }) => site_key}
      />
      <MorePages more={more} isBusy={isBusy} error={error} />
      <Question admin={admin} asked={asked} onClose={() => setAsked(null)} onDone={reload} onSecret={onSecret} />
      <UsageDialog admin={admin} site={measured} onClose={() => setMeasured(null)} />
      <WebhookDialog
        admin={admin}
        site={listener}
        onAsk={setAsked}
        onSecret={onSecret}
        onSent={onSent}
        onChange={reload}
        onClose={() => setListener(null)}
      />
    </>
  )
}

type QuestionProps = Pick<SiteListProps, 'admin' | 'onSecret'> & {
  asked: Asked | null
  onClose: () => void
  onDone: () => void
}

function Question({ admin, asked, onClose, onDone, onSecret }: QuestionProps) {
  const [shown, setShown] = useState<Asked | null>(asked)
  // While the dialog closes, it goes on saying what it said.
  useEffect(() => (asked ? setShown(asked) : undefined), [asked])
  const { title, verb, words, kind } = questionOf(shown?.verb ?? 'remove', shown?.site.name ?? '')
  const work = async () => {
    if (!shown) return
    const made = await change(admin, shown)
    if (made) onSecret(made)
  }
  return (
    <Confirm title={title} verb={verb} kind={kind} open={asked !== null} work={work} onDone={onDone} onClose={onClose}>
      <p>{words}</p>
    </Confirm>
  )
}

async function change(admin: Client, { verb, site }: Asked): Promise<MadeSecrets | undefined> {
  const { site_key, secrets } = site
  if (verb === 'add-secret') return admin.addSiteSecret({ site_key })
  if (verb === 'new-webhook-secret') return { site, ...(await admin.rotateWebhookSecret({ site_key })) }
  if (verb === 'remove-secret') await admin.removeSiteSecret({ site_key, id: secrets[0]?.id ?? '' })
  else if (verb === 'remove-webhook') await admin.changeSite({ site_key, webhook_url: null })
  else if (verb === 'remove') await admin.removeSite({ site_key })
  else await admin.changeSite({ site_key, disabled: verb === 'disable' })
  return undefined
}

type Openers = [onAsk: (asked: Asked) => void, onWebhook: (site: Site) => void, onUsage: (site: Site) => void]

function columnsWith(...[onAsk, onWebhook, onUsage]: Openers): readonly Column<Site>[] {
  return [
    { head: say('Name'), cell: (site) => <SiteName site={site} /> },
    { head: say('Origins'), cell: ({ origins }) => <Lines texts={origins} /> },
    {
      head: say('Secrets end in'),
      cell: ({ secrets }) => secrets.map(({ hint }) => `…${hint}`).join(', ') || say('none'),
    },
    { head: say('Webhook'), cell: (site) => <WebhookCell site={site} onWebhook={onWebhook} /> },
    { head: say('Checks'), cell: (site) => <UsageCell site={site} onUsage={onUsage} /> },
    { head: say('Change'), end: true, cell: (site) => <Verbs site={site} onAsk={onAsk} /> },
  ]
}

// In one cell, since columns of their own would push the last one out of a usual window.
function SiteName({ site: { name, site_key, test, disabled_at } }: { site: Site }) {
  const marks = [...(test ? [say('for testing')] : []), ...(disabled_at === null ? [] : [say('disabled')])]
  return (
    <span class="admin-words">
      <bdi>{name}</bdi>
      {marks.length === 0 ? '' : ` (${marks.join(', ')})`}
      <code class="admin-key">{site_key}</code>
    </span>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <span class="admin-words">
      {texts.map((text) => (
        <span key={text} class="admin-origin">
          {text}
        </span>
      ))}
    </span>
  )
}

function UsageCell({ site, onUsage }: { site: Site; onUsage: (site: Site) => void }) {
  return (
    <Button kind="quiet" onClick={() => onUsage(site)}>
      {say('Show')}
      <span class="unseen"> {say('the checks of {name}', { name: site.name })}</span>
    </Button>
  )
}

function WebhookCell({ site, onWebhook }: { site: Site; onWebhook: (site: Site) => void }) {
  const { webhook, name } = site
  const isDisabled = webhook !== null && webhook.disabled_at !== null
  return (
    <Button kind="quiet" onClick={() => onWebhook(site)}>
      {webhook === null ? say('Set up') : isDisabled ? say('Disabled: change') : say('Change')}
      <span class="unseen"> {say('the webhook of {name}', { name })}</span>
    </Button>
  )
}

function Verbs({ site, onAsk }: { site: Site; onAsk: (asked: Asked) => void }) {
  const verbs: [SiteVerb, string][] = [
    site.secrets.length > 1 ? ['remove-secret', say('Remove the older secret')] : ['add-secret', say('New secret')],
    site.disabled_at === null ? ['disable', say('Disable')] : ['enable', say('Enable')],
    ['remove', say('Remove')],
  ]
  return (
    <span class="row admin-verbs">
      {verbs.map(([verb, label]) => (
        <Button key={verb} kind="quiet" onClick={() => onAsk({ verb, site })}>
          {label}
          <span class="unseen">: {site.name}</span>
        </Button>
      ))}
    </span>
  )
}
