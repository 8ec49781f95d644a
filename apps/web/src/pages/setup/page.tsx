import '../admin/admin.css'
import { ProblemError } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { place, replaceAddress } from '../../router.ts'
import { adminService, service } from '../../service.ts'
import { adminState } from '../../session/admin.ts'
import { Steps } from './steps.tsx'
import { WORDS } from './words.ts'

/** Where the one-time link of the first start leads: it signs the operator in and shows the first steps. */
export function Page() {
  const [token] = useState(() => place.peek().url.hash.slice(1))
  const { error, run } = useAction()
  const open = () => run(() => comeIn(token))
  useEffect(open, [])
  const admin = adminService.value
  useFocusAfter(admin ? 'in' : 'out')
  return (
    <div class="stack admin">
      <PageHead title={WORDS.title} lead={WORDS.lead} />
      {admin ? <Steps admin={admin} /> : <Outside error={error} token={token} onRetry={open} />}
    </div>
  )
}

/** Spends the link, or goes on with the session that this browser has: a reload must not lock anybody out. */
async function comeIn(token: string): Promise<void> {
  if (token !== '') {
    await service.openSetupLink({ token })
    // It is of no use to whoever looks at the history later.
    replaceAddress('/setup')
    adminState.value = 'open'
    return
  }
  const { expires_at } = await service.getAdminSession()
  adminState.value = expires_at === null ? 'locked' : 'open'
}

type OutsideProps = { error: unknown; token: string; onRetry: () => void }

function Outside({ error, token, onRetry }: OutsideProps) {
  const code = error instanceof ProblemError ? error.code : null
  if (code === 'LINK_USED') return <Closed title={WORDS.used} advice={WORDS.usedAdvice} />
  if (code === 'LINK_ENDED') return <Closed title={WORDS.ended} advice={WORDS.endedAdvice} />
  if (code === 'LINK_EXPIRED' || code === 'INVALID_REQUEST')
    return <Closed title={WORDS.expired} advice={WORDS.expiredAdvice} />
  if (error) return <Failure error={error} onRetry={onRetry} />
  if (token === '' && adminState.value === 'locked') return <Closed title={WORDS.noLink} advice={WORDS.noLinkAdvice} />
  return <p role="status">{WORDS.opening}</p>
}

function Closed({ title, advice }: { title: string; advice: string }) {
  return (
    <>
      <Notice kind="warn" title={title} live>
        {advice}
      </Notice>
      <p>
        <ButtonLink href="/admin" kind="quiet">
          {WORDS.admin}
        </ButtonLink>
      </p>
    </>
  )
}
