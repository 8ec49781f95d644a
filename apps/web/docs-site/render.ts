import { Marked, type Token, type Tokens } from 'marked'
import { anchorOf } from './addresses.ts'
import { escapeHtml } from './escape.ts'
import { highlight } from './highlight.ts'
import { joinTabs, type TabsToken } from './tabs.ts'

/** A heading of a page; the first rank is its title. */
type Heading = { depth: number; text: string; id: string }

/** A page as markup, with what others need to know of it. */
export type Rendered = { title: string; html: string; headings: Heading[]; sections: Section[] }

/** What stands under one heading, as plain text for the search. */
type Section = { heading: string; id: string; text: string }

/** Where links and pictures of a page lead: an address, or undefined where the site has nothing of it. */
type Resolve = (href: string) => string | undefined

/** A picture's size in pixels, so that nothing moves when it arrives. */
export type Picture = { width: number; height: number }

export type RenderOptions = { resolve: Resolve; measure: (href: string) => Picture | undefined }

/** Turns a Markdown file into markup. Code is highlighted, headings get the anchors that they have on GitHub. */
export function renderMarkdown(text: string, { resolve, measure }: RenderOptions): Rendered {
  const headings: Heading[] = []
  const sections: Section[] = [{ heading: '', id: '', text: '' }]
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = { depth, text: toPlain(tokens), id: '' }
        heading.id = makeUnique(anchorOf(heading.text), headings)
        headings.push(heading)
        const inner = this.parser.parseInline(tokens)
        // The title stands alone; the layout writes it.
        return depth === 1 ? '' : writeHeading(heading, inner)
      },
      code: ({ text: code, lang }) => writeCode(code, lang ?? ''),
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const to = resolve(href)
        return to === undefined ? `<span class="absent">${inner}</span>` : `<a href="${escapeHtml(to)}">${inner}</a>`
      },
      image: ({ href, text: words }) => writeImage(resolve(href) ?? '', words, measure(href)),
      table(token) {
        return writeTable(token, (tokens) => this.parser.parseInline(tokens))
      },
      html: ({ text: markup }) => (markup.startsWith('<!--') ? '' : markup),
    },
    extensions: [{ name: 'tabs', renderer: (token) => writeTabs(token as TabsToken) }],
  })
  const tokens = joinTabs(marked.lexer(text))
  collectSections(tokens, sections)
  const html = marked.parser(tokens)
  const title = headings.find(({ depth }) => depth === 1)?.text ?? ''
  return { title, html, headings, sections: sections.filter(({ text: words }) => words !== '') }
}

function makeUnique(id: string, earlier: readonly Heading[]): string {
  const taken = new Set(earlier.map((one) => one.id))
  if (!taken.has(id)) return id
  for (let count = 1; ; count++) if (!taken.has(`${id}-${count}`)) return `${id}-${count}`
}

function writeHeading({ depth, text, id }: Heading, inner: string): string {
  const label = escapeHtml(`Link to ${text}`)
  return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  tsx: 'TSX',
  js: 'JavaScript',
  py: 'Python',
  python: 'Python',
  sh: 'Shell',
  php: 'PHP',
  html: 'HTML',
  json: 'JSON',
  sql: 'SQL',
}

/** A block of code as markup, within reach of the keyboard where it scrolls. */
export function writeCode(code: string, language: string): string {
  const label = `${LANGUAGES[language] ?? 'Text'} code`
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(code, language)}</code></pre></div>\n`
}

// Radio buttons switch without a script; the script only remembers the choice.
function writeTabs({ blocks, number }: TabsToken): string {
  const tabs = blocks.map(({ label, code, language }, index) => {
    const id = `tabs-${number}-${index}`
    return `<input type="radio" name="tabs-${number}" id="${id}"${index === 0 ? ' checked' : ''}><label for="${id}">${escapeHtml(label)}</label>
${writeCode(code, language)}`
  })
  return `<fieldset class="tabs"><legend class="unseen">Language of the example</legend>\n${tabs.join('')}</fieldset>\n`
}

function writeImage(src: string, words: string, size: Picture | undefined): string {
  const attributes = size ? ` width="${size.width}" height="${size.height}"` : ''
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(words)}"${attributes} loading="lazy">`
}

function writeTable({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const head = header.map(({ tokens }) => {
    const words = inline(tokens)
    // A corner without words is no heading of anything.
    return words === '' ? '<td></td>' : `<th scope="col">${words}</th>`
  })
  const body = rows.map((row) => `<tr>${row.map(({ tokens }) => `<td>${inline(tokens)}</td>`).join('')}</tr>`)
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>\n`
}

function collectSections(tokens: readonly Token[], sections: Section[]): void {
  const ids: Heading[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, tokens: inner } = token as Tokens.Heading
      const text = toPlain(inner)
      const id = makeUnique(anchorOf(text), ids)
      ids.push({ depth, text, id })
      if (depth > 1) sections.push({ heading: text, id, text: '' })
    } else if (token.type !== 'html' && token.type !== 'space') {
      const last = sections.at(-1)
      if (last) last.text = `${last.text} ${toPlain([token])}`.replaceAll(/\s+/g, ' ').trim()
    }
  }
}

type Nested = {
  tokens?: Token[]
  items?: Token[]
  blocks?: { code: string }[]
  header?: { tokens: Token[] }[]
  rows?: { tokens: Token[] }[][]
  text?: string
}

function toPlain(tokens: readonly Token[]): string {
  return tokens.map(readPlain).join('')
}

function readPlain(token: Token): string {
  const { tokens, items, blocks, header = [], rows, text } = token as Nested
  if (rows)
    return [header, ...rows]
      .flat()
      .map((cell) => toPlain(cell.tokens))
      .join(' ')
  if (items) return items.map((item) => toPlain([item])).join(' ')
  if (blocks) return blocks.map(({ code }) => code).join(' ')
  return tokens ? toPlain(tokens) : unescapeText(text ?? '')
}

// marked gives back some texts with entities.
function unescapeText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
