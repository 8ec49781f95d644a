import { Button } from '../../../parts/button.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { adoptPseudonym } from './remembered.ts'

/** For whoever comes by a link of another phone to a browser that has a pseudonym of its own. */
export function Invited({ pseudonym, onChosen }: { pseudonym: string; onChosen: () => void }) {
  const adopt = () => {
    adoptPseudonym(pseudonym)
    onChosen()
  }
  return (
    <Notice kind="warn" title="This browser has a pseudonym already, and your link has another one." live>
      <div class="stack">
        <p>Take over the one of the link if it is yours. What was given here before stays under the old one.</p>
        <p class="row">
          <Button onClick={adopt}>Take over the link’s</Button>
          <Button kind="quiet" onClick={onChosen}>
            Keep the one here
          </Button>
        </p>
      </div>
    </Notice>
  )
}
