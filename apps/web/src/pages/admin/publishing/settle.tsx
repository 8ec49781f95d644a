import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { PLATFORMS } from './platforms.ts'

type Publication = OutputOf<'reconcilePublication'>
type Seen = { status?: 'published' | 'failed'; post_id?: string; post_url?: string }

type SettleProps = {
  admin: Client
  publication: Publication | null
  onSettled: () => void
  onClose: () => void
}

/** Finds out or notes what became of a post: ask the platform, or say what you saw there. */
export function Settle({ admin, publication, onSettled, onClose }: SettleProps) {
  const { isBusy, error, run, forget } = useAction()
  const [address, setAddress] = useState('')
  const [isStillUnknown, setStillUnknown] = useState(false)
  const id = publication?.id ?? ''
  useEffect(() => {
    forget()
    setAddress('')
    setStillUnknown(false)
  }, [id])
  const name = publication ? PLATFORMS[publication.platform] : ''
  const settle = (seen: Seen) =>
    run(
      () => admin.reconcilePublication({ id, ...seen }),
      ({ status }) => {
        setStillUnknown(status === 'unknown')
        if (status !== 'unknown') onClose()
        onSettled()
      },
    )
  const place = address.trim() === '' ? {} : { post_url: address.trim() }
  return (
    <Dialog title={`What became of it on ${name}?`} open={publication !== null} onClose={onClose}>
      <div class="stack">
        <p class="admin-post">{publication?.text}</p>
        <p>Look on {name}, then say what you saw. Bluesky and Farcaster can also be asked.</p>
        <Field
          label="Its address, if it is there"
          type="url"
          hint="May stay empty."
          value={address}
          onValue={setAddress}
        />
        {isStillUnknown ? (
          <Notice kind="warn" title={`${name} cannot tell.`} live>
            It has no way to ask, or no credentials are set. Look there yourself.
          </Notice>
        ) : null}
        <Failure error={error} />
        <p class="row">
          <Button busy={isBusy} onClick={() => settle({ status: 'published', ...place })}>
            It is there
          </Button>
          <Button kind="quiet" busy={isBusy} onClick={() => settle({ status: 'failed' })}>
            It is not there
          </Button>
          <Button kind="quiet" busy={isBusy} onClick={() => settle({})}>
            Ask {name}
          </Button>
        </p>
        <p class="small soft">“It is not there” frees the text, so that it can be sent again.</p>
      </div>
    </Dialog>
  )
}
