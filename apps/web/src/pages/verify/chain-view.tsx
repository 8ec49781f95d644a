import { Card } from '../../parts/card.tsx'
import { chainWords, inChainOrder } from './chain-words.ts'
import type { Desk } from './desk.ts'
import { verdictWords } from './verdict-words.ts'

/** Several receipts as one chain, from the first to the last; choosing one shows it. */
export function ChainView({ desk: { papers, judgements, chosen, demands, choose } }: { desk: Desk }) {
  const { chain, each } = judgements
  if (chain === null) return null
  return (
    <Card title={chain.status === 'VALID' ? 'An unbroken chain' : 'Not an unbroken chain'}>
      <p>{chainWords(chain)}</p>
      <ol class="verify-chain">
        {inChainOrder(chain, papers.length).map((index) => {
          const judgement = each[index]
          return (
            <li key={index}>
              <button type="button" aria-pressed={index === chosen} onClick={() => choose(index)}>
                <span>{papers[index]?.name}</span>
                <span class="soft">{judgement ? verdictWords(judgement, demands).stamp : ''}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
