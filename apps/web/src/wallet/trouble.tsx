import { Notice } from '../parts/notice.tsx'
import { walletWords } from './refusal-words.ts'

/** Why a wallet did not sign, or why its signature was not taken. */
export function WalletTrouble({ error }: { error: unknown }) {
  const { title, advice } = walletWords(error)
  return (
    <Notice kind="bad" title={title} live>
      {advice}
    </Notice>
  )
}
