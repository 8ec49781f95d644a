import { useEffect } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { saveJson } from '../../parts/save-file.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { isCardSigned } from './card-signature.ts'
import { type AgentRecord, cardFileName, cardPath, currentKey, shortKey } from './record-words.ts'

/** The card: the record, signed by the service, for others to check. */
export function CardSection({ record }: { record: AgentRecord }) {
  const { agent_id: id, state } = record
  const { value, error, reload } = useRequest((signal) => service.getAgentCard({ id }, { signal, headers: FRESH }))
  // The card before stays in its place until the new one is there.
  useEffect(reload, [state, currentKey(record)?.version])
  return (
    <Card title={say('Signed card')}>
      <Failure error={error} onRetry={reload} />
      {value && !isCardSigned(value) ? (
        <Notice kind="bad" title={say('This card’s signature is invalid.')}>
          {say('Don’t share it. Something between you and the service may have changed it.')}
        </Notice>
      ) : null}
      {value && isCardSigned(value) ? (
        <p>
          {sayRich(
            'The card says <code>{state}</code>. This service signed it with the key <code>{key}</code>; your browser just checked the signature. Valid until <until></until>.',
            { code: (key) => <code>{key}</code>, until: () => <ExactTime at={value.nextUpdate} /> },
            { state: value.agent.state, key: shortKey(value.issuer.publicKey) },
          )}
        </p>
      ) : null}
      {value || error ? null : <Skeleton lines={2} />}
      <p>{say('Put this address wherever your agent introduces itself. Anyone can fetch the card and check it.')}</p>
      <CopyField label={say('Address to share')} value={location.origin + cardPath(id)} />
      <div class="row">
        <Button kind="quiet" disabled={value === null} onClick={() => saveJson(cardFileName(record), value)}>
          {say('Download card')}
        </Button>
        <a href={cardPath(id)}>{say('Open card')}</a>
      </div>
    </Card>
  )
}

// A card may be cached for a minute, in which its agent may have changed.
const FRESH = { 'cache-control': 'no-cache' }
