import '../admin/admin.css'
import { type Client, type OutputOf, ProblemError } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useFocusAfter } from '../../parts/browser.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Card, PageHead } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { place, replaceAddress } from '../../router.ts'
import { adminService, service } from '../../service.ts'
import { adminState } from '../../session/session.ts'
import { InviteForm } from '../admin/invites/make-invites.tsx'
import { TestMail } from '../admin/test-mail.tsx'
import { judgeAddress, WORDS } from './words.ts'

/** Shows the page behind the one-time link of the first start. It signs the operator in and shows the first steps. */
export function Page() {
  const [token] = useState(() => place.peek().url.hash.slice(1))
  const { error, run } = useAction()
  const open = () => run(() => openSetup(token))
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

type Setup = OutputOf<'getSetup'>

/** Shows the first steps of a new operator: check the public address, send a test mail, and create invites. */
export function Steps({ admin }: { admin: Client }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const { value, error, reload } = useRequest((signal) => admin.getSetup({}, { signal }))
  if (error) return <Failure error={error} onRetry={reload} />
  if (!value) return <Skeleton lines={12} />
  return (
    <>
      <Card title={WORDS.address.title}>
        <Address setup={value} />
      </Card>
      <Card title={WORDS.mail.title}>
        <Mail setup={value} />
        <TestMail admin={admin} />
      </Card>
      <Card title={WORDS.invites.title}>
        <p>{WORDS.invites[value.invites]}</p>
        <InviteForm admin={admin} codes={codes} onCodes={setCodes} />
      </Card>
      <Card title={WORDS.done.title}>
        <p>{WORDS.done.text}</p>
        <p>
          <ButtonLink href="/admin">{WORDS.admin}</ButtonLink>
        </p>
      </Card>
    </>
  )
}

function Address({ setup: { public_url: publicUrl } }: { setup: Setup }) {
  const words = WORDS.address
  const verdict = judgeAddress(publicUrl, location.origin)
  if (verdict === 'unset') return <Notice title={words.unset}>{words.unsetAdvice}</Notice>
  if (verdict === 'same')
    return (
      <Notice kind="good" title={words.same}>
        {words.sameAdvice(publicUrl ?? '')}
      </Notice>
    )
  return (
    <Notice kind="warn" title={words.other}>
      {words.otherAdvice(publicUrl ?? '', location.origin)}
    </Notice>
  )
}

function Mail({ setup: { mail, mail_folder: folder } }: { setup: Setup }) {
  if (mail === 'smtp') return <p>{WORDS.mail.smtp}</p>
  return (
    <Notice kind="warn" title={WORDS.mail.files}>
      {WORDS.mail.filesAdvice(folder ?? '')}
    </Notice>
  )
}

/** Spends the set-up link, or continues with this browser's session, so that a reload doesn't lock the operator out. */
async function openSetup(token: string): Promise<void> {
  if (token !== '') {
    await service.openSetupLink({ token })
    // Removes the used secret from the browser's history.
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
