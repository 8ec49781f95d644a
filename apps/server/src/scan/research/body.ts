import { type ResearchUpload, uploadResearch } from '@stillhere/contract'
import { parseBody, readBody } from '../../platform/http/body.ts'

/**
 * The upload that a body holds, or the problem thrown. Landmarks make up nearly all of it and may be any JSON, so they alone are
 * read without the strict rules, which would take most of the time. Everything that is stored as it came is read strictly.
 */
export function readUpload(bytes: Uint8Array): ResearchUpload {
  const apart = takeApart(bytes)
  if (!apart) return readBody(uploadResearch, bytes)
  return { ...readBody(uploadResearch, apart.rest), landmarks: apart.landmarks }
}

type Members = Readonly<Record<string, unknown>>

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The landmarks of a body, and the body without them; null where it is not as plain as it mostly is. */
function takeApart(bytes: Uint8Array): { landmarks: unknown; rest: Uint8Array } | null {
  try {
    const text = decoder.decode(bytes)
    const whole = JSON.parse(text) as Members
    const rest = Buffer.from(withoutLandmarks(text, whole))
    return haveSameNames(parseBody(rest), whole) ? { landmarks: whole['landmarks'], rest } : null
  } catch {
    return null
  }
}

/** The text with null for the landmarks: cut from their name to the next member's, or to the end of the body. */
function withoutLandmarks(text: string, whole: Members): string {
  const names = Object.keys(whole)
  const next = names[names.indexOf('landmarks') + 1]
  const head = text.slice(0, text.indexOf('"landmarks"'))
  if (next === undefined) return `${head}"landmarks":null${text.slice(text.lastIndexOf('}'))}`
  return `${head}"landmarks":null,${text.slice(text.lastIndexOf(JSON.stringify(next)))}`
}

// A name that stands elsewhere too leads to a wrong cut; then a member is missing, if what is left is JSON at all.
function haveSameNames(rest: unknown, whole: Members): boolean {
  const names = Object.keys(rest as Members)
  return names.length === Object.keys(whole).length && names.every((name) => Object.hasOwn(whole, name))
}
