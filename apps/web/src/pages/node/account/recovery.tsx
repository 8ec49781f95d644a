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
import { RECOVERY_WORDS as WORDS } from './words.ts'

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
    <Card title={WORDS.title}>
      <p class="soft">{WORDS.lead}</p>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={2} />}
      {value ? <p>{WORDS.left(value.left, value.made_at !== null)}</p> : null}
      {value?.left === 1 ? <Notice title={WORDS.tooFew}>{WORDS.tooFewAdvice}</Notice> : null}
      {codes ? <Codes codes={codes} onDone={() => setCodes(null)} /> : null}
      {value && !codes ? (
        <>
          <Failure error={refusal} />
          <p>
            <Button kind="quiet" busy={isBusy} onClick={() => run(make)}>
              {WORDS.make(value.made_at !== null)}
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
      <Notice kind="good" title={WORDS.made} live>
        <p>{WORDS.keep}</p>
      </Notice>
      <ul class="node-codes figures">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="row">
        <Button onClick={() => saveFile(WORDS.file, `${codes.join('\n')}\n`, 'text/plain')}>{WORDS.save}</Button>
        <Button kind="quiet" onClick={onDone}>
          {WORDS.done}
        </Button>
      </p>
    </div>
  )
}
