import type { ComponentType } from 'preact'
import { Failure } from './failure.tsx'
import { useRequest } from './request.ts'
import { Skeleton } from './skeleton.tsx'

/**
 * Returns a component whose code is loaded separately by `load`. Loading starts at this call, not at the first render. `Meanwhile` is shown until
 * the code has loaded; a failure is shown with a button to retry.
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
