import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Card } from '../../../../parts/card.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { useRequest } from '../../../../parts/request.ts'
import { Skeleton } from '../../../../parts/skeleton.tsx'
import { say } from '../../../../words/speak.ts'
import { Circumstances } from '../report/circumstances.tsx'
import { Curves } from '../report/curve-plots.tsx'
import { Findings } from '../report/findings.tsx'
import { Flips } from '../report/flips.tsx'
import { type Status, statusFor } from '../report/levels.ts'
import { OperatingPoints } from '../report/operating-points.tsx'
import type { Artifact, Report } from '../report/rates.ts'
import { Scores } from '../report/scores.tsx'
import { Compare } from './compare.tsx'

type ArtifactViewProps = {
  admin: Client
  artifact: Artifact
  list: readonly Artifact[]
  status: Status
  against: string | null
  onAgainst: (id: string | null) => void
}

/** All that one run found, and what would change if it came into force. */
export function ArtifactView({ admin, artifact, list, status: all, against, onAgainst }: ArtifactViewProps) {
  const id = artifact.artifact_id
  const status = statusFor(all, artifact.feature_mode)
  const own = useReport(admin, id)
  const active = useReport(admin, status.artifact_id)
  const other = useReport(admin, list.some(({ artifact_id }) => artifact_id === against) ? against : null)
  if (own.error) return <Failure error={own.error} onRetry={own.reload} />
  if (!own.value)
    return (
      <Card title={say('What it found')}>
        <Skeleton lines={12} />
      </Card>
    )
  const flips = <Flips report={own.value} status={status} active={active.value} isInForce={status.artifact_id === id} />
  return (
    <>
      <Findings report={own.value} />
      <Plots report={own.value} other={other.value} />
      <OperatingPoints report={own.value} />
      <Circumstances report={own.value} />
      {active.state === 'ready' ? flips : null}
      <Compare report={own.value} other={other.value} list={list} against={against} onAgainst={onAgainst} />
    </>
  )
}

function useReport(admin: Client, id: string | null) {
  return useRequest<Report | null>(
    (signal) => (id === null ? Promise.resolve(null) : admin.getCalibrationArtifact({ id }, { signal })),
    { deps: [id] },
  )
}

function Plots({ report, other }: { report: Report; other: Report | null }) {
  const { thresholds, plots } = report
  const [threshold, setThreshold] = useState(thresholds.medium ?? thresholds.low ?? thresholds.high ?? 0.5)
  if (plots.histogram.edges.length === 0)
    return (
      <Empty title={say('There is nothing to draw.')}>
        {say('Too few people or sessions were left to compare; the warnings say why.')}
      </Empty>
    )
  return (
    <>
      <Scores report={report} threshold={threshold} onThreshold={setThreshold} />
      <Curves report={report} other={other} threshold={threshold} />
    </>
  )
}
