import { describeChain, orderChain } from '@stillhere/client/receipt/view'
import { Card } from '../../../parts/card.tsx'
import { VOICE } from '../../../receipts/voice.ts'
import type { Verification } from '../flow/use-verification.ts'
import { describeVerdict } from '../flow/verdict-words.ts'

/** Several receipts as one chain, from the first to the last; choosing one shows it. */
export function ChainView({
  verification: { documents, judgments, chosen, options, choose },
}: {
  verification: Verification
}) {
  const { chain, each } = judgments
  if (chain === null) return null
  const { title, sentence } = describeChain(chain, VOICE)
  return (
    <Card title={title}>
      <p>{sentence}</p>
      <ol class="verify-chain">
        {orderChain(chain).map((index) => {
          const judgment = each[index]
          return (
            <li key={index}>
              <button type="button" aria-pressed={index === chosen} onClick={() => choose(index)}>
                <span>{documents[index]?.name}</span>
                <span class="soft">{judgment ? describeVerdict(judgment, options).stamp : ''}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
