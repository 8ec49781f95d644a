import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { goTo } from '../../../router.ts'
import { leave, signInAgain } from '../../../session/leave.ts'
import { keepWaitingPage } from '../../../session/waiting-page.ts'
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
  const change = () => {
    keepWaitingPage(location.pathname)
    leave()
    goTo('/join?way=sign-in')
  }
  return (
    <>
      <Notice kind="warn" title={WORDS.otherTitle} live>
        {WORDS.otherText(nodeHandle)}
      </Notice>
      <p>
        <Button onClick={change}>{WORDS.signInAsOther}</Button>
      </p>
    </>
  )
}

/** Leads to a new session, and from there back to this page. */
export function goSignIn(): void {
  keepWaitingPage(location.pathname)
  signInAgain()
}
