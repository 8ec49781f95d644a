import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { goTo } from '../../../router.ts'
import { keepWaitingPage } from '../../../session/waiting-page.ts'
import { leave, signInAgain } from '../../../sign-in/leave.ts'
import { WORDS } from '../words.ts'

/** For whoever is not signed in. */
export function SignInFirst() {
  return (
    <Card title={WORDS.signInTitle}>
      <p>{WORDS.signInText}</p>
      <p>
        <Button onClick={goSignIn}>{WORDS.signIn}</Button>
      </p>
    </Card>
  )
}

/** For whoever is signed in as a node that was not asked. */
export function NotAsked({ nodeHandle }: { nodeHandle: string }) {
  const { run, isBusy, error } = useAction()
  const change = async () => {
    await leave()
    keepWaitingPage(location.pathname)
    goTo('/join?way=sign-in')
  }
  return (
    <>
      <Notice kind="warn" title={WORDS.otherTitle} live>
        {WORDS.otherText(nodeHandle)}
      </Notice>
      <p>
        <Button busy={isBusy} onClick={() => run(change)}>
          {WORDS.signInAsOther}
        </Button>
      </p>
      <Failure error={error} />
    </>
  )
}

/** Leads to a new session, and from there back to this page. */
export function goSignIn(): void {
  keepWaitingPage(location.pathname)
  signInAgain()
}
