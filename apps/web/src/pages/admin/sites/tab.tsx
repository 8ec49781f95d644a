import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card, Empty } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { usePages, useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, MorePages, Table } from '../../../parts/table.tsx'
import { formatMoment, say } from '../../../words/speak.ts'
import { type SiteChange, type NewSiteSecrets, NewSecrets, Question, type SiteVerb } from './site-change.tsx'
import { SiteForm } from './site-form.tsx'
import { DeliveryList, WebhookDialog } from './webhooks.tsx'

/** Shows the Sites tab: registers and changes sites, and lists the webhook events sent to them. */
export function SitesTab({ admin }: { admin: Client }) {
  const [made, setMade] = useState<NewSiteSecrets | null>(null)
  const [sent, setSent] = useState(0)
  const [isRegistering, setRegistering] = useState(false)
  const handleRegistered = (registered: NewSiteSecrets) => {
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
        <SiteForm admin={admin} onMade={handleRegistered} />
      </Dialog>
    </div>
  )
}

type Site = OutputOf<'listSites'>['sites'][number]
type SiteListProps = {
  admin: Client
  made: NewSiteSecrets | null
  onSecret: (made: NewSiteSecrets) => void
  onSent: () => void
}

const PAGE = 50

/** Lists the sites, newest first, with their actions. The list reloads when `made` changes. */
function SiteList({ admin, made, onSecret, onSent }: SiteListProps) {
  const [change, setChange] = useState<SiteChange | null>(null)
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
        columns={createColumns(setChange, setListener, setMeasured)}
        rows={sites}
        keyOf={({ site_key }) => site_key}
      />
      <MorePages more={more} isBusy={isBusy} error={error} />
      <Question admin={admin} change={change} onClose={() => setChange(null)} onDone={reload} onSecret={onSecret} />
      <UsageDialog admin={admin} site={measured} onClose={() => setMeasured(null)} />
      <WebhookDialog
        admin={admin}
        site={listener}
        onAsk={setChange}
        onSecret={onSecret}
        onSent={onSent}
        onChange={reload}
        onClose={() => setListener(null)}
      />
    </>
  )
}

type Openers = [onAsk: (change: SiteChange) => void, onWebhook: (site: Site) => void, onUsage: (site: Site) => void]

function createColumns(...[onAsk, onWebhook, onUsage]: Openers): readonly Column<Site>[] {
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

// One cell for all three: separate columns would push the last column out of most windows.
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

function Verbs({ site, onAsk }: { site: Site; onAsk: (change: SiteChange) => void }) {
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

type UsageDay = OutputOf<'getSiteUsage'>['days'][number]
type UsageProps = { admin: Client; site: Site | null; onClose: () => void }

/** Shows how many checks a site created on each of the last days, and how they ended. */
function UsageDialog({ admin, site, onClose }: UsageProps) {
  const [shown, setShown] = useState(site)
  // Keeps the text in place while the dialog closes.
  useEffect(() => (site ? setShown(site) : undefined), [site])
  return (
    <Dialog title={say('Checks of {name}', { name: shown?.name ?? '' })} open={site !== null} onClose={onClose}>
      {site ? <Usage admin={admin} siteKey={site.site_key} /> : null}
    </Dialog>
  )
}

function Usage({ admin, siteKey }: { admin: Client; siteKey: string }) {
  const { value, error, reload } = useRequest((signal) => admin.getSiteUsage({ site_key: siteKey }, { signal }))
  if (!value) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={4} />
  const { days } = value
  if (days.length === 0)
    return <Empty title={say('No checks in the last days.')}>{say('Checks are kept for a week after they end.')}</Empty>
  const most = Math.max(...days.map(({ created }) => created))
  return (
    <div class="stack admin-usage-days">
      <Table
        caption={say('Checks by day, newest first')}
        columns={createUsageColumns(most)}
        rows={days}
        keyOf={({ day }) => day}
      />
      <p class="small soft">{say('Days are in UTC. Bars show passed, failed and unfinished checks.')}</p>
    </div>
  )
}

function createUsageColumns(most: number): readonly Column<UsageDay>[] {
  return [
    { head: say('Day'), cell: (one) => <DayCell one={one} most={most} /> },
    { head: say('Total'), cell: ({ created }) => created, end: true },
    { head: say('Passed'), cell: ({ passed }) => passed, end: true },
    { head: say('Failed'), cell: ({ failed }) => failed, end: true },
    { head: say('Redeemed'), cell: ({ redeemed }) => redeemed, end: true },
  ]
}

const SHORT_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/** Shows a day above a bar of its checks. The busiest day has the full width; the other columns give the same figures. */
function DayCell({ one: { day, created, passed, failed }, most }: { one: UsageDay; most: number }) {
  return (
    <>
      <time dateTime={day}>{formatMoment(day, SHORT_DAY)}</time>
      <svg class="admin-usage" viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="admin-usage-open" width={created} height={1} />
        <rect class="admin-usage-failed" width={passed + failed} height={1} />
        <rect class="admin-usage-passed" width={passed} height={1} />
      </svg>
    </>
  )
}
