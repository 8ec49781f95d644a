import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { InviteForm } from '../admin/invites/make-invites.tsx'
import { TestMail } from '../admin/test-mail.tsx'
import { judgeAddress, WORDS } from './words.ts'

type Setup = OutputOf<'getSetup'>

/** What a new operator looks at first: the address, mail, and whom to invite. */
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
