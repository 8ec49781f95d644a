import './admin.css'
import type { Client } from '@stillhere/client/http'
import { Button } from '../../parts/button.tsx'
import { PageWords } from '../../parts/failure.tsx'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { place, replaceAddress } from '../../router.ts'
import { adminService } from '../../service.ts'
import { adminSecret } from '../../session/admin.ts'
import { hrefOfTab, readTab } from './address.ts'
import { ApprovalsTab } from './approvals.tsx'
import { CalibrationTab } from './calibration/tab.tsx'
import { HealthTab } from './health.tsx'
import { InvitesTab } from './invites.tsx'
import { Lock } from './lock.tsx'
import { OutboxTab } from './outbox.tsx'
import { PublishingTab } from './publishing/tab.tsx'
import { SitesTab } from './sites/tab.tsx'
import { describeAdminFailure } from './words.ts'

/** What the operator does: calibrate, invite, look after mails and posts, and see that everything works. */
export function Page() {
  const admin = adminService.value
  useFocusAfter(admin ? 'unlocked' : 'locked')
  return (
    <div class="stack admin">
      <PageHead title="Admin" lead="For whoever runs this service." />
      <PageWords.Provider value={describeAdminFailure}>{admin ? <Rooms admin={admin} /> : <Lock />}</PageWords.Provider>
    </div>
  )
}

function Rooms({ admin }: { admin: Client }) {
  return (
    <>
      <div class="row admin-unlocked">
        <p class="small soft" role="status">
          Unlocked until you lock it, or reload or close this tab.
        </p>
        <Button kind="quiet" onClick={() => (adminSecret.value = null)}>
          Lock
        </Button>
      </div>
      <Tabs
        label="What to look after"
        tabs={tabsFor(admin)}
        chosen={readTab(place.value.url)}
        onChoose={(name) => replaceAddress(hrefOfTab(name))}
      />
    </>
  )
}

function tabsFor(admin: Client): readonly Tab[] {
  return [
    { name: 'calibration', label: 'Calibration', content: () => <CalibrationTab admin={admin} /> },
    { name: 'invites', label: 'Invites', content: () => <InvitesTab admin={admin} /> },
    { name: 'sites', label: 'Sites', content: () => <SitesTab admin={admin} /> },
    { name: 'approvals', label: 'Approvals', content: () => <ApprovalsTab admin={admin} /> },
    { name: 'outbox', label: 'Outbox', content: () => <OutboxTab admin={admin} /> },
    { name: 'publishing', label: 'Publishing', content: () => <PublishingTab admin={admin} /> },
    { name: 'health', label: 'Health', content: () => <HealthTab admin={admin} /> },
  ]
}
