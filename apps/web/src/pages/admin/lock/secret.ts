import { say } from '../../../words/speak.ts'

const LEAST_CHARACTERS = 16

/** Why a text cannot be the secret, before anybody is asked; undefined when it could be. */
export function secretProblem(text: string): string | undefined {
  if (text === '') return say('Enter the secret.')
  if (!/^[\x21-\x7e]+$/.test(text)) return say('A secret has no spaces, line breaks or accented letters.')
  if (text.length < LEAST_CHARACTERS)
    return say('A secret has at least {least} characters.', { least: LEAST_CHARACTERS })
  return undefined
}
