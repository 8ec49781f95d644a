import './scan.css'
import { useFocusAfter } from '../../parts/focus-after.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { type Scanner, useScanner } from './flow/use-scanner.ts'
import { Enrolled } from './view/enrolled.tsx'
import { Failed } from './view/failed.tsx'
import { Ready } from './view/ready.tsx'
import { Scanned } from './view/scanned.tsx'
import { Stage } from './view/stage.tsx'

/** From a check of the device over six strokes to a receipt to keep. */
export function Page() {
  const scanner = useScanner()
  useFocusAfter(scanner.state.name)
  return (
    <div class={scanner.state.name === 'ready' ? 'stack-wide' : 'stack'}>
      <PageHead
        title="Scan"
        lead={
          scanner.state.name === 'ready'
            ? 'Hold your phone and follow six arrows. It takes about twenty seconds and ends with a receipt.'
            : null
        }
      />
      <View scanner={scanner} />
    </div>
  )
}

function View({ scanner }: { scanner: Scanner }) {
  const { state, moment, start, stop, back } = scanner
  switch (state.name) {
    case 'ready':
      return <Ready note={state.note} onStart={start} />
    case 'running':
      return <Stage moment={moment} purpose={state.purpose} count={state.count} onStop={stop} />
    case 'enrolled':
      return <Enrolled enrollment={state.enrollment} onScan={() => start('verify')} onBack={back} />
    case 'scanned':
      return <Scanned {...state} onStart={start} onBack={back} />
    default:
      return <Failed purpose={state.purpose} error={state.error} onStart={start} onBack={back} />
  }
}
