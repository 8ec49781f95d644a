import { type Client, ProblemError } from '@stillhere/client/http'
import { Dialog } from '../../../parts/dialog.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { WORDS } from './words.ts'

/** A mail as it would have been read, while mail is not set up. */
export function ReadDialog({ admin, id, onClose }: { admin: Client; id: string | null; onClose: () => void }) {
  return (
    <Dialog title={WORDS.read} open={id !== null} onClose={onClose}>
      {id === null ? null : <Letter admin={admin} id={id} />}
    </Dialog>
  )
}

function Letter({ admin, id }: { admin: Client; id: string }) {
  const { value, error, reload } = useRequest((signal) => admin.readMail({ id }, { signal }), { deps: [id] })
  if (error instanceof ProblemError && error.code === 'NOT_FOUND') return <Notice title={WORDS.gone} />
  if (error) return <Failure error={error} onRetry={reload} />
  if (!value) return <Skeleton lines={6} />
  return (
    <div class="stack">
      <Facts
        facts={[
          [WORDS.to, value.to],
          [WORDS.subject, value.subject],
        ]}
      />
      <p class="admin-mail-text">{value.text}</p>
    </div>
  )
}
