import type { InputOf } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'
import { PLATFORM_NAMES, type Platform } from './platforms.ts'

/** A post as it stands in the form. */
export type Draft = { platforms: readonly Platform[]; title: string; content: string; url: string }

export const EMPTY_DRAFT: Draft = { platforms: [], title: '', content: '', url: '' }

/** What is missing before a preview makes sense; an empty object when nothing is. */
export function draftProblems({ platforms, content, url }: Draft): {
  platforms?: string
  content?: string
  url?: string
} {
  return {
    ...(platforms.length === 0 ? { platforms: say('Choose at least one platform.') } : {}),
    ...(content.trim() === '' ? { content: say('Enter a text.') } : {}),
    ...(url.trim() === '' || isWebAddress(url.trim())
      ? {}
      : { url: say('Enter an address that begins with http:// or https://, or leave it blank.') }),
  }
}

/** The call for one platform; empty fields stay away. */
export function toPost({ title, content, url }: Draft, platform: Platform): InputOf<'publish'> {
  return {
    platform,
    content,
    ...(title.trim() === '' ? {} : { title }),
    ...(url.trim() === '' ? {} : { url: url.trim() }),
  }
}

/** Whether a preview of one draft still holds for the other. */
export function sameText(one: Draft, other: Draft): boolean {
  return one.title === other.title && one.content === other.content && one.url === other.url
}

export function withPlatform(draft: Draft, platform: Platform, isChosen: boolean): Draft {
  const platforms = PLATFORM_NAMES.filter((name) => (name === platform ? isChosen : draft.platforms.includes(name)))
  return { ...draft, platforms }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
