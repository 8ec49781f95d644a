import { ApprovalList } from './approval-list.tsx'
import { Askers } from './askers.tsx'

/** What the node was asked to approve, and who may ask. */
export function ApprovalsTab() {
  return (
    <div class="stack">
      <ApprovalList />
      <Askers />
    </div>
  )
}
