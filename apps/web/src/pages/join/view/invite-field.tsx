import { useEffect, useState } from 'preact/hooks'
import { Field } from '../../../parts/field.tsx'
import { useRequest } from '../../../parts/request.ts'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import { INVITE_WORDS, tidyInvite } from '../flow/input-text.ts'

type InviteFieldProps = {
  value: string
  onValue: (value: string) => void
  /** What the service said of it when it was sent. */
  refused: string | undefined
  required: boolean
}

/** The invite, looked up as soon as it is written, so that nobody types an address in vain. */
export function InviteField({ value, onValue, refused, required }: InviteFieldProps) {
  const [written, setWritten] = useState(value)
  const { value: answer } = useRequest((signal) => lookUp(written, signal), { deps: [written] })
  useEffect(() => setWritten(value), [refused])
  // What was looked up may no longer be what stands there.
  const known = answer?.code === tidyInvite(value) ? answer : null
  return (
    <Field
      label={say('Invite')}
      hint={known?.valid ? say('This invite is good.') : say('Like SERVICE-7F3K-9QXZ. It lets one person in.')}
      error={refused ?? (known?.reason ? INVITE_WORDS[known.reason] : undefined)}
      value={value}
      onValue={onValue}
      onBlur={() => setWritten(value)}
      required={required}
      autoComplete="off"
      autoCapitalize="characters"
      spellcheck={false}
      maxLength={200}
    />
  )
}

/** What the service says of an invite, and which one it speaks of. */
type Known = Awaited<ReturnType<typeof service.validateInvite>> & { code: string }

async function lookUp(text: string, signal: AbortSignal): Promise<Known | null> {
  const code = tidyInvite(text)
  return code === '' ? null : { ...(await service.validateInvite({ code }, { signal })), code }
}
