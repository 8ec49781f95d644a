/** What a scan is for: to enroll a node's person, to verify them, to sign with this browser's own key, or to practise. */
export type Purpose = 'enroll' | 'verify' | 'local' | 'practice'

/** What a person comes for: a node enrolls once and is verified from then on; everybody else scans for themselves. */
export function purposeOf(isSignedIn: boolean, isEnrolled: boolean): Exclude<Purpose, 'practice'> {
  if (!isSignedIn) return 'local'
  return isEnrolled ? 'verify' : 'enroll'
}
