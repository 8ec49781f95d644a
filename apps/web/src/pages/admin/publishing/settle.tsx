import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
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
    <Dialog title={say('Is it on {name}?', { name })} open={publication !== null} onClose={onClose}>
      <div class="stack">
        <p class="admin-post">{publication?.text}</p>
        <p>{say('Check {name}, then say what you found. Bluesky and Farcaster can also be asked.', { name })}</p>
        <Field
          label={say('Its address, if it’s there')}
          type="url"
          hint={say('Optional.')}
          value={address}
          onValue={setAddress}
        />
        {isStillUnknown ? (
          <Notice kind="warn" title={say('{name} can’t tell.', { name })} live>
            {say('It can’t be asked, or no credentials are set. Check there yourself.')}
          </Notice>
        ) : null}
        <Failure error={error} />
        <p class="row">
          <Button busy={isBusy} onClick={() => settle({ status: 'published', ...place })}>
            {say('It’s there')}
          </Button>
          <Button kind="quiet" busy={isBusy} onClick={() => settle({ status: 'failed' })}>
            {say('It’s not there')}
          </Button>
          <Button kind="quiet" busy={isBusy} onClick={() => settle({})}>
            {say('Ask {name}', { name })}
          </Button>
        </p>
        <p class="small soft">{say('“It’s not there” frees the text, so it can be sent again.')}</p>
      </div>
    </Dialog>
  )
}
