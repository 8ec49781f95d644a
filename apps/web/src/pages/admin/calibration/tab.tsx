import './calibration.css'
import type { Client } from '@stillhere/client/http'
import { useRequest } from '../../../parts/request.ts'
import { place, replaceAddress } from '../../../router.ts'
import { type Chosen, readChoice, hrefOfChosen } from '../address.ts'
import { ArtifactView } from './artifacts/artifact-view.tsx'
import { Artifacts } from './artifacts/artifacts.tsx'
import { InForce } from './artifacts/in-force.tsx'
import { Recordings } from './recordings.tsx'
import { RunCard } from './run/run-card.tsx'
import { SampleOffer } from './sample/sample-offer.tsx'

/** The studio: what is collected, a run, what runs found, and what of it is in force. */
export function CalibrationTab({ admin }: { admin: Client }) {
  const status = useRequest((signal) => admin.getCalibrationStatus({}, { signal }))
  const artifacts = useRequest((signal) => admin.listCalibrationArtifacts({}, { signal }))
  const refresh = () => {
    status.reload()
    artifacts.reload()
  }
  const chosen = readChoice(place.value.url)
  const choose = (change: Partial<Chosen>) => replaceAddress(hrefOfChosen({ ...chosen, ...change }))
  const list = artifacts.value?.artifacts ?? []
  const shown =
    list.find(({ artifact_id }) => artifact_id === chosen.artifact) ?? list.find(({ active }) => active) ?? list[0]
  return (
    <div class="stack">
      <InForce admin={admin} status={status} onChange={refresh} />
      <RunCard admin={admin} status={status.value} onEnd={refresh} />
      <Artifacts
        admin={admin}
        artifacts={artifacts}
        shownId={shown?.artifact_id ?? null}
        onShow={(artifact) => choose({ artifact })}
        onChange={refresh}
      />
      {artifacts.value && list.length === 0 && status.value ? <SampleOffer status={status.value} /> : null}
      {shown && status.value ? (
        <ArtifactView
          key={shown.artifact_id}
          admin={admin}
          artifact={shown}
          list={list}
          status={status.value}
          against={chosen.against}
          onAgainst={(against) => choose({ artifact: shown.artifact_id, against })}
        />
      ) : null}
      <Recordings admin={admin} />
    </div>
  )
}
