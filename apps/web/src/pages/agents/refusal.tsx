import { Notice } from '../../parts/notice.tsx'
import { refusalWords } from './refusal-words.ts'

/** What the service or the browser refused, and what to do; nothing where nothing failed. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null) return null
  const { title, advice } = refusalWords(error)
  return (
    <Notice kind="bad" title={title} live>
      {advice}
    </Notice>
  )
}
