import type { Client } from '@stillhere/client/http'
import { useMemo } from 'preact/hooks'
import { Button } from '../../../../parts/button.tsx'
import { Notice } from '../../../../parts/notice.tsx'
import { ArtifactView } from '../artifacts/artifact-view.tsx'
import type { Status } from '../report/levels.ts'
import { makeSampleReport, SAMPLE_ID } from './sample-report.ts'
import { WORDS } from './words.ts'

/** The report of a calibration over people that this page made up. Whatever would change something is not there. */
export function Sample({ status, onLeave }: { status: Status; onLeave: () => void }) {
  const report = useMemo(makeSampleReport, [])
  // The view asks for nothing else, and nothing of this reaches the service.
  const client = useMemo(() => ({ getCalibrationArtifact: async () => report }) as unknown as Client, [report])
  const artifact = { ...report, artifact_id: SAMPLE_ID, applicable: false, active: false }
  return (
    <>
      <Notice kind="warn" title={WORDS.title} live>
        <p>{WORDS.text}</p>
        <p>
          <Button kind="quiet" onClick={onLeave}>
            {WORDS.leave}
          </Button>
        </p>
      </Notice>
      <ArtifactView
        admin={client}
        artifact={artifact}
        list={[artifact]}
        status={{ ...status, artifact_id: null }}
        against={null}
        onAgainst={() => {}}
      />
    </>
  )
}
