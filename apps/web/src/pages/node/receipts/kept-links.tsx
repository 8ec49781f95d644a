import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { useRequest } from '../../../parts/request.ts'
import { ExactTime } from '../../../parts/time.tsx'
import { Confirm } from '../../../receipts/confirm.tsx'
import { deviceReceipts, setLink } from '../../../receipts/device-receipts.ts'
import { formatSize, WORDS } from '../../../receipts/words.ts'
import { service } from '../../../service.ts'

/** What the service keeps for links of this node, also for those whose receipt is on another device. */
export function KeptLinks() {
  const links = (deviceReceipts.value ?? []).flatMap(({ link }) => (link ? [link.id] : []))
  // A link that was made or ended above changes this list, too.
  const { value, error, reload } = useRequest((signal) => service.listKeptReceipts({}, { signal }), {
    deps: [links.join()],
  })
  const [ending, setEnding] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const end = async () => {
    if (ending !== null) await endKept(ending)
    setNews(WORDS.keptRemoved)
    reload()
  }
  if (error === null && (value === null || value.kept.length === 0)) return <News text={news} of={value} />
  return (
    <Card title={WORDS.keptTitle}>
      <p class="small soft">{WORDS.keptText}</p>
      <Failure error={error} onRetry={reload} />
      <News text={news} of={value} />
      <ul class="node-list">
        {value?.kept.map(({ id, bytes, created_at: createdAt }) => (
          <li key={id}>
            <span>
              <ExactTime at={createdAt} /> <span class="soft">{formatSize(bytes)}</span>
            </span>
            <Button kind="quiet" onClick={() => setEnding(id)}>
              {WORDS.endLink}
              <span class="unseen"> {id}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        title={WORDS.endLinkTitle}
        act={WORDS.endLink}
        open={ending !== null}
        onClose={() => setEnding(null)}
        work={end}
      >
        <p>{WORDS.endKeptText}</p>
      </Confirm>
    </Card>
  )
}

/** Has the service forget a ciphertext, and this browser its link. */
async function endKept(id: string): Promise<void> {
  await service.removeKeptReceipt({ id })
  const one = deviceReceipts.peek()?.find(({ link }) => link?.id === id)
  if (one) await setLink(one, null)
}
