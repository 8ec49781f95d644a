import { posix } from 'node:path'

/** The address of a page on the site for a file of the repository: docs/checks.md is /docs/checks. */
export function addressOf(file: string): string {
  const path = file
    .replace(/^docs\//, '')
    .replace(/(?:^|\/)README\.md$/, '')
    .replace(/\.md$/, '')
  return path === '' ? '/docs' : `/docs/${path === path.toUpperCase() ? path.toLowerCase() : path}`
}

/** A file of the repository and a fragment that a relative link of another file leads to. */
export function resolveLink(from: string, href: string): { file: string; fragment: string } {
  const [path = '', fragment = ''] = href.split('#')
  return { file: path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path)), fragment }
}

/** Whether a link leads somewhere else than to a file of the repository. */
export function isOutside(href: string): boolean {
  return /^(?:[a-z]+:|\/)/i.test(href)
}

/** The anchor of a heading, as GitHub writes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
