const LEAST_CHARACTERS = 16

/** Why a text cannot be the secret, before anybody is asked; undefined when it could be. */
export function secretProblem(text: string): string | undefined {
  if (text === '') return 'Fill in the secret.'
  if (!/^[\x21-\x7e]+$/.test(text)) return 'A secret has no spaces, line breaks or letters with accents.'
  if (text.length < LEAST_CHARACTERS) return `A secret has at least ${LEAST_CHARACTERS} characters.`
  return undefined
}
