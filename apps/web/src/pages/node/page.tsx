import { useEffect, useState } from 'preact/hooks'
import { ButtonLink } from '../../parts/button.tsx'
import { Empty, PageHead } from '../../parts/card.tsx'
import { PageWords } from '../../parts/failure.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Notice } from '../../parts/notice.tsx'
import './node.css'
import { Tabs } from '../../parts/tabs.tsx'
import { place, replaceAddress } from '../../router.ts'
import { NeedsSession } from '../../session/needs-session.tsx'
import { saveWaitingPage, type Session, session } from '../../session/session.ts'
import { say } from '../../words/speak.ts'
import { Access } from './access.tsx'
import { AllowCard, toAllowHref, readAllow } from './allow.tsx'
import { ApprovalsTab } from './approvals.tsx'
import { YourData } from './data.tsx'
import { Notices } from './notices.tsx'
import { Overview } from './overview.tsx'
import { describeNodeFailure } from './words.ts'

// Reading receipts takes code that no other tab needs.
const Receipts = lazyPart(async () => (await import('./receipts.tsx')).Receipts)

/** Shows the page of the person's own node: score, receipts, approvals, notices, access and data. Asks people who aren't signed in to sign in. */
export function Page() {
  const [isErased, setErased] = useState(false)
  const allow = session.value === null ? readAllow(place.value.url) : null
  useEffect(() => {
    if (allow !== null) saveWaitingPage(toAllowHref(allow))
  }, [allow])
  return (
    <div class="node stack-wide">
      <PageHead title={say('My node')} />
      {allow === null ? null : (
        <Notice title={say('Someone wants to ask for your approval.')}>
          {say('Sign in to see who, and whether to let them.')}
        </Notice>
      )}
      {isErased ? (
        <Erased />
      ) : (
        <PageWords.Provider value={describeNodeFailure}>
          <NeedsSession>{(who) => <Node who={who} onErased={() => setErased(true)} />}</NeedsSession>
        </PageWords.Provider>
      )}
    </div>
  )
}

function Node({ who, onErased }: { who: Session; onErased: () => void }) {
  const { url } = place.value
  const allow = readAllow(url)
  const chosen = url.searchParams.get('view') ?? 'overview'
  const tabs = [
    { name: 'overview', label: say('Overview'), content: () => <Overview who={who} /> },
    { name: 'receipts', label: say('Receipts'), content: () => <Receipts /> },
    { name: 'approvals', label: say('Approvals'), content: () => <ApprovalsTab /> },
    { name: 'notices', label: say('Notices'), content: () => <Notices /> },
    { name: 'access', label: say('Access'), content: () => <Access who={who} /> },
    { name: 'data', label: say('Data'), content: () => <YourData who={who} onErased={onErased} /> },
  ]
  return (
    <>
      {allow === null ? null : <AllowCard key={allow} wanted={allow} />}
      <h2 class="node-handle" id="node-handle">
        {who.nodeHandle}
      </h2>
      <Tabs
        label={say('Parts of your node')}
        tabs={tabs}
        chosen={chosen}
        onChoose={(view) => replaceAddress(`/node?view=${view}`)}
      />
    </>
  )
}

function Erased() {
  return (
    <Empty title={say('Your node is erased.')}>
      <p>
        {say(
          'Its points, wallets, passkeys, tokens and receipts are no longer linked to anyone. Thank you for being here.',
        )}
      </p>
      <ButtonLink href="/">{say('Home')}</ButtonLink>
    </Empty>
  )
}
