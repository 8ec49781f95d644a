import { signal } from '@preact/signals'

/** Takes the answer to the question whether the person signs in again; null while nobody is asked. */
export const signInQuestion = signal<((isDone: boolean) => void) | null>(null)

let answer: Promise<boolean> | undefined

/** Asks the person, over the page, to sign in again. False where they would not. Calls that come meanwhile wait for the same answer. */
export function askToSignInAgain(): Promise<boolean> {
  answer ??= new Promise((resolve) => {
    signInQuestion.value = (isDone) => {
      signInQuestion.value = null
      answer = undefined
      resolve(isDone)
    }
  })
  return answer
}
