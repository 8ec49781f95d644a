import { Marked, type Token, type Tokens } from 'marked'
import { encodeHtml, formatCode } from './highlight.ts'
import { toAnchor, findSource, readPicture } from './sources.ts'

/**
 * Returns the size of a picture of the repository, from the viewBox of an SVG or the header of a PNG. Returns undefined if the file doesn't exist
 * or states no size.
 */
export function measurePicture(file: string): Picture | undefined {
  if (findSource(file) === undefined) return undefined
  const bytes = readPicture(file)
  // PNG (RFC 2083, section 3.2): width and height stand at offset 16, as big-endian numbers.
  if (file.endsWith('.png')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(bytes.toString('utf8', 0, 2000)) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** A heading of a page. Depth 1 is the page's title. */
type Heading = { depth: number; text: string; id: string }

/** A page rendered as HTML, with its title, its headings, and the plain text of its sections for the search. */
export type RenderedPage = { title: string; html: string; headings: Heading[]; sections: Section[] }

/** The plain text under one heading, for the search. */
type Section = { heading: string; id: string; text: string }

/** Converts the target of a link or a picture to an address on the site; undefined if the site doesn't contain the target. */
type Resolve = (href: string) => string | undefined

/** A picture's size in pixels. It reserves the picture's space while the picture loads. */
type Picture = { width: number; height: number }

type RenderOptions = { resolve: Resolve; measure: (href: string) => Picture | undefined }

/**
 * Renders a Markdown file as HTML, with highlighted code and the same heading anchors as on GitHub. `resolve` converts a link's target to an
 * address (undefined renders plain text), and `measure` returns the size of a picture. The title isn't part of the HTML.
 */
export function renderMarkdown(text: string, { resolve, measure }: RenderOptions): RenderedPage {
  const headings: Heading[] = []
  const sections: Section[] = [{ heading: '', id: '', text: '' }]
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = { depth, text: toPlain(tokens), id: '' }
        heading.id = createUniqueId(toAnchor(heading.text), headings)
        headings.push(heading)
        const inner = this.parser.parseInline(tokens)
        // The title stands alone; the layout writes it.
        return depth === 1 ? '' : renderHeading(heading, inner)
      },
      code: ({ text: code, lang }) => renderCode(code, lang ?? ''),
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const to = resolve(href)
        return to === undefined ? `<span class="absent">${inner}</span>` : `<a href="${encodeHtml(to)}">${inner}</a>`
      },
      image: ({ href, text: words }) => renderImage(resolve(href) ?? '', words, measure(href)),
      table(token) {
        return renderTable(token, (tokens) => this.parser.parseInline(tokens))
      },
      html: ({ text: markup }) => (markup.startsWith('<!--') ? '' : markup),
    },
    extensions: [{ name: 'tabs', renderer: (token) => renderTabs(token as TabsToken) }],
  })
  const tokens = mergeTabs(marked.lexer(text))
  listSections(tokens, sections)
  const html = marked.parser(tokens)
  const title = headings.find(({ depth }) => depth === 1)?.text ?? ''
  return { title, html, headings, sections: sections.filter(({ text: words }) => words !== '') }
}

function createUniqueId(id: string, earlier: readonly Heading[]): string {
  const taken = new Set(earlier.map((one) => one.id))
  if (!taken.has(id)) return id
  for (let count = 1; ; count++) if (!taken.has(`${id}-${count}`)) return `${id}-${count}`
}

function renderHeading({ depth, text, id }: Heading, inner: string): string {
  const label = encodeHtml(`Link to ${text}`)
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

/** Renders a code block as highlighted HTML that keyboard users can focus and scroll. */
export function renderCode(code: string, language: string): string {
  const label = `${LANGUAGES[language] ?? 'Text'} code`
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${formatCode(code, language)}</code></pre></div>\n`
}

// Radio buttons switch without a script; the script only remembers the choice.
function renderTabs({ blocks, number }: TabsToken): string {
  const tabs = blocks.map(({ label, code, language }, index) => {
    const id = `tabs-${number}-${index}`
    return `<input type="radio" name="tabs-${number}" id="${id}"${index === 0 ? ' checked' : ''}><label for="${id}">${encodeHtml(label)}</label>
${renderCode(code, language)}`
  })
  return `<fieldset class="tabs"><legend class="unseen">Language of the example</legend>\n${tabs.join('')}</fieldset>\n`
}

function renderImage(src: string, words: string, size: Picture | undefined): string {
  const attributes = size ? ` width="${size.width}" height="${size.height}"` : ''
  return `<img src="${encodeHtml(src)}" alt="${encodeHtml(words)}"${attributes} loading="lazy">`
}

function renderTable({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const head = header.map(({ tokens }) => {
    const words = inline(tokens)
    // A corner without words is no heading of anything.
    return words === '' ? '<td></td>' : `<th scope="col">${words}</th>`
  })
  const body = rows.map((row) => `<tr>${row.map(({ tokens }) => `<td>${inline(tokens)}</td>`).join('')}</tr>`)
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>\n`
}

function listSections(tokens: readonly Token[], sections: Section[]): void {
  const ids: Heading[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, tokens: inner } = token as Tokens.Heading
      const text = toPlain(inner)
      const id = createUniqueId(toAnchor(text), ids)
      ids.push({ depth, text, id })
      if (depth > 1) sections.push({ heading: text, id, text: '' })
    } else if (token.type !== 'html' && token.type !== 'space') {
      const last = sections.at(-1)
      if (last) last.text = `${last.text} ${toPlain([token])}`.replaceAll(/\s+/g, ' ').trim()
    }
  }
}

type NestedToken = {
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
  const { tokens, items, blocks, header = [], rows, text } = token as NestedToken
  if (rows)
    return [header, ...rows]
      .flat()
      .map((cell) => toPlain(cell.tokens))
      .join(' ')
  if (items) return items.map((item) => toPlain([item])).join(' ')
  if (blocks) return blocks.map(({ code }) => code).join(' ')
  return tokens ? toPlain(tokens) : decodeText(text ?? '')
}

// marked gives back some texts with entities.
function decodeText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** One language of an example. */
type TabBlock = { label: string; code: string; language: string }

/** Code blocks that are shown as tabs, one at a time. */
type TabsToken = { type: 'tabs'; raw: string; number: number; blocks: TabBlock[] }

const LABELS: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  python: 'Python',
  php: 'PHP',
  sh: 'curl',
}

/** Merges the code blocks between `<!-- tabs -->` and `<!-- /tabs -->` into one tabs token. On GitHub they appear one below the other. */
function mergeTabs(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  let open: TabsToken | undefined
  let number = 0
  for (const token of tokens) {
    const mark = token.type === 'html' ? token.raw.trim() : ''
    if (mark === '<!-- tabs -->') {
      open = { type: 'tabs', raw: '', number: ++number, blocks: [] }
      joined.push(open)
    } else if (mark === '<!-- /tabs -->') open = undefined
    else if (open && token.type === 'code') open.blocks.push(toBlock(token as Tokens.Code))
    else if (!open) joined.push(token)
  }
  return joined
}

function toBlock({ text, lang = '' }: Tokens.Code): TabBlock {
  return { label: LABELS[lang] ?? lang, code: text, language: lang }
}
