import { Failure } from '../../../parts/failure.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import type { IntroduceProps } from './introduce.tsx'

/** Loads the way to introduce a key, which few visits need, and shows it. */
export function IntroduceKey(props: IntroduceProps) {
  const { value, error, reload } = useRequest(() => import('./introduce.tsx'))
  if (value) return <value.IntroduceKey {...props} />
  return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />
}
