import { Button } from '../../../parts/button.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { adoptPseudonym } from './remembered.ts'

/** For whoever comes by a link of another phone to a browser that has a pseudonym of its own. */
export function Invited({ pseudonym, onChosen }: { pseudonym: string; onChosen: () => void }) {
  const adopt = () => {
    adoptPseudonym(pseudonym)
    onChosen()
  }
  return (
    <Notice kind="warn" title={say('This browser already has a pseudonym, and your link has a different one.')} live>
      <div class="stack">
        <p>{say('Switch to the one in the link if it’s yours. What you gave here before stays under the old one.')}</p>
        <p class="row">
          <Button onClick={adopt}>{say('Use the one in the link')}</Button>
          <Button kind="quiet" onClick={onChosen}>
            {say('Keep this one')}
          </Button>
        </p>
      </div>
    </Notice>
  )
}
