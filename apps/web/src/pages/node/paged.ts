import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { useAnswer } from '../../parts/answer.ts'

/** A part of a list, and the cursor of the next; null at the end. */
export type Part<Item> = { items: Item[]; nextCursor: string | null }

type Load<Item> = (cursor: string | undefined, signal?: AbortSignal) => Promise<Part<Item>>

/** A list that is read page by page, as far as the reader wants. `ask` begins again. */
export function usePaged<Item>(load: Load<Item>) {
  const first = useAnswer((signal) => load(undefined, signal))
  const [later, setLater] = useState<Part<Item>[]>([])
  const { run, isBusy, error } = useAction()
  useEffect(() => setLater([]), [first.value])
  const parts = first.value ? [first.value, ...later] : []
  const nextCursor = parts.at(-1)?.nextCursor ?? null
  const more = () =>
    run(async () => {
      const part = await load(nextCursor ?? undefined)
      setLater((before) => [...before, part])
    })
  return {
    items: first.value ? parts.flatMap(({ items }) => items) : null,
    hasMore: nextCursor !== null,
    more,
    isBusy,
    error: first.error ?? error,
    ask: first.ask,
  }
}
