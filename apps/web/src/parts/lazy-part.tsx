import type { ComponentType } from 'preact'
import { Failure } from './failure.tsx'
import { useRequest } from './request.ts'
import { Skeleton } from './skeleton.tsx'

/**
 * A part of a page whose code comes after the page's own. It is fetched at once, while the page asks the service for what it shows, and is
 * mostly there when it is drawn; until then its place is kept.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Lines,
): ComponentType<Props> {
  let part: ComponentType<Props> | undefined
  const fetchPart = async () => {
    part ??= await load()
    return { part }
  }
  // A failure is met again, and told, where the part is drawn.
  fetchPart().catch(() => undefined)
  return function LazyPart(props: Props) {
    const { value, error, reload } = useRequest(fetchPart)
    const Part = part ?? value?.part
    if (Part) return <Part {...props} />
    return error ? <Failure error={error} onRetry={reload} /> : <Meanwhile />
  }
}

function Lines() {
  return <Skeleton lines={6} />
}
