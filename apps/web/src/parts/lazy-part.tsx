import type { ComponentType } from 'preact'
import { Failure } from './failure.tsx'
import { useRequest } from './request.ts'
import { Skeleton } from './skeleton.tsx'

/**
 * Creates a component whose code loads separately. Loading starts at once, while the page requests its data. Until it's complete, `Meanwhile`
 * keeps the place.
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
  // A failure is shown where the component renders.
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
