import './admin.css'
import type { Client } from '@stillhere/client/http'
import { useEffect } from 'preact/hooks'
import { useFocusAfter } from '../../parts/browser.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/card.tsx'
import { Failure, PageWords } from '../../parts/failure.tsx'
import { useAction } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { place, replaceAddress } from '../../router.ts'
import { adminService, service } from '../../service.ts'
import { adminState } from '../../session/session.ts'
import { say } from '../../words/speak.ts'
import { toTabHref, readTab } from './address.ts'
import { AgentsTab } from './agents.tsx'
import { ApprovalsTab } from './approvals.tsx'
import { CalibrationTab } from './calibration/tab.tsx'
import { HealthTab } from './health.tsx'
import { InvitesTab } from './invites/tab.tsx'
import { Lock } from './lock.tsx'
import { LogsTab } from './logs.tsx'
import { MailTab } from './mail.tsx'
import { OverviewTab } from './overview.tsx'
import { PeopleTab } from './people.tsx'
import { PublishingTab } from './publishing/tab.tsx'
import { SitesTab } from './sites/tab.tsx'
import { describeAdminFailure } from './words.ts'

/** Shows the Admin page: the sign-in form, or the tabs for a signed-in operator. */
export function Page() {
  const { error, run } = useAction()
  const readState = () => run(readAdminState)
  useEffect(readState, [])
  return (
    <div class="stack admin">
      <PageHead title={PAGE_WORDS.title} lead={adminState.value === 'open' ? null : PAGE_WORDS.lead} />
      <PageWords.Provider value={describeAdminFailure}>
        {error ? <Failure error={error} onRetry={readState} /> : <View />}
      </PageWords.Provider>
    </div>
  )
}

function View() {
  const admin = adminService.value
  const state = adminState.value
  useFocusAfter(state)
  if (state === 'unknown') return <Skeleton lines={8} />
  return admin ? <AdminTabs admin={admin} /> : <Lock />
}

async function readAdminState(): Promise<void> {
  if (adminState.peek() === 'open') return
  const { expires_at } = await service.getAdminSession()
  adminState.value = expires_at === null ? 'locked' : 'open'
}

function AdminTabs({ admin }: { admin: Client }) {
  const { isBusy, error, run } = useAction()
  const lock = () =>
    run(
      () => admin.endAdminSession(),
      () => (adminState.value = 'locked'),
    )
  return (
    <>
      <div class="row admin-unlocked">
        <p class="small soft" role="status">
          {PAGE_WORDS.signedIn}
        </p>
        <Button kind="quiet" busy={isBusy} onClick={lock}>
          {PAGE_WORDS.signOut}
        </Button>
      </div>
      <Failure error={error} />
      <Tabs
        label={PAGE_WORDS.tabs}
        tabs={createTabs(admin)}
        chosen={readTab(place.value.url)}
        onChoose={(name) => replaceAddress(toTabHref(name))}
      />
    </>
  )
}

function createTabs(admin: Client): readonly Tab[] {
  return [
    { name: 'overview', label: say('Overview'), content: () => <OverviewTab admin={admin} /> },
    { name: 'people', label: say('People'), content: () => <PeopleTab admin={admin} /> },
    { name: 'invites', label: say('Invites'), content: () => <InvitesTab admin={admin} /> },
    { name: 'sites', label: say('Sites'), content: () => <SitesTab admin={admin} /> },
    { name: 'agents', label: say('Agents'), content: () => <AgentsTab admin={admin} /> },
    { name: 'approvals', label: say('Approvals'), content: () => <ApprovalsTab admin={admin} /> },
    { name: 'mail', label: say('Mail'), content: () => <MailTab admin={admin} /> },
    { name: 'publishing', label: say('Publishing'), content: () => <PublishingTab admin={admin} /> },
    { name: 'calibration', label: say('Calibration'), content: () => <CalibrationTab admin={admin} /> },
    { name: 'logs', label: say('Logs'), content: () => <LogsTab admin={admin} /> },
    { name: 'health', label: say('Health'), content: () => <HealthTab admin={admin} /> },
  ]
}

/** The texts around the tabs. */
const PAGE_WORDS = {
  title: say('Admin'),
  lead: say('For the people who run this service.'),
  signedIn: say('Signed in as the operator, for up to 12 hours.'),
  signOut: say('Sign out'),
  tabs: say('Sections of Admin'),
} as const
