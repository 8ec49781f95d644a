import { PageHead } from '../../parts/card.tsx'
import { DeviceList } from '../../receipts/device-list.tsx'
import { DropAnywhere } from '../../receipts/drop-anywhere.tsx'
import { WORDS } from '../../receipts/words.ts'
import { setHandedDocuments } from '../verify/documents.ts'

/** Lists the receipts that this browser stores. Works without a sign-in. */
export function Page() {
  return (
    <div class="stack-wide">
      <PageHead title={WORDS.title} lead={WORDS.lead} />
      <DeviceList />
      <DropAnywhere words={WORDS.drop} onDrop={(transfer) => void setHandedDocuments(transfer)} />
    </div>
  )
}
