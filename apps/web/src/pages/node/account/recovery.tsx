import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { service } from '../../../service.ts'
import { say, sayCount } from '../../../words/speak.ts'

/** Ten codes for the worst case: how many are left, and the way to new ones. */
export function RecoveryCodes() {
  const { value, error, reload } = useRequest((signal) => service.getRecoveryCodes({}, { signal }))
  const [codes, setCodes] = useState<string[] | null>(null)
  const { run, isBusy, error: refusal } = useAction()
  const make = async () => {
    setCodes((await service.makeRecoveryCodes()).codes)
    reload()
  }
  return (
    <Card title={RECOVERY_WORDS.title}>
      <p class="soft">{RECOVERY_WORDS.lead}</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      {value ? <p>{RECOVERY_WORDS.left(value.left, value.made_at !== null)}</p> : null}
      {value?.left === 1 ? <Notice title={RECOVERY_WORDS.tooFew}>{RECOVERY_WORDS.tooFewAdvice}</Notice> : null}
      {codes ? <Codes codes={codes} onDone={() => setCodes(null)} /> : null}
      {value && !codes ? (
        <>
          <Failure error={refusal} />
          <p>
            <Button kind="quiet" busy={isBusy} onClick={() => run(make)}>
              {RECOVERY_WORDS.make(value.made_at !== null)}
            </Button>
          </p>
        </>
      ) : null}
    </Card>
  )
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div class="stack">
      <Notice kind="good" title={RECOVERY_WORDS.made} live>
        <p>{RECOVERY_WORDS.keep}</p>
      </Notice>
      <ul class="node-codes figures">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="row">
        <Button onClick={() => saveFile(RECOVERY_WORDS.file, `${codes.join('\n')}\n`, 'text/plain')}>
          {RECOVERY_WORDS.save}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {RECOVERY_WORDS.done}
        </Button>
      </p>
    </div>
  )
}

/** What the card of the recovery codes says. */
const RECOVERY_WORDS = {
  title: say('Recovery codes'),
  lead: say(
    'Ten codes to sign in with if you lose your email, passkeys and wallet. Each works once. Adding anything that lasts takes two of them, a day apart. Keep them on paper.',
  ),
  left: (count: number, wasMade: boolean) => {
    if (!wasMade) return say('You have no recovery codes yet.')
    return sayCount(count, 'One recovery code is left.', '{count} recovery codes are left.')
  },
  tooFew: say('One code lets you in, and no more.'),
  tooFewAdvice: say(
    'With it alone you could never add a passkey again. Make new codes while you can sign in another way.',
  ),
  make: (wasMade: boolean) => (wasMade ? say('Make new recovery codes') : say('Make recovery codes')),
  made: say('Save these codes now.'),
  keep: say('We show them only this once. Older ones no longer work.'),
  file: 'stillhere-recovery-codes.txt',
  save: say('Save as a file'),
  done: say('I saved them'),
} as const
