/** What a scan is for: to enroll a node's person, to verify them, or to sign with this browser's own key. */
export type Purpose = 'enroll' | 'verify' | 'local'

/** What a person comes for: a node enrolls once and is verified from then on; everybody else scans for themselves. */
export function choosePurpose(isSignedIn: boolean, isEnrolled: boolean): Purpose {
  if (!isSignedIn) return 'local'
  return isEnrolled ? 'verify' : 'enroll'
}
