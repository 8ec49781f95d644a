/** Regular expressions for the tokens of a language by CSS class. The first that matches wins. */
type Grammar = Readonly<Record<string, string>>

const STRINGS = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`
const NUMBERS = String.raw`\b(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?)\b`

const SCRIPT: Grammar = {
  comment: String.raw`\/\/.*|\/\*[\s\S]*?\*\/`,
  string: String.raw`${STRINGS}|\x60(?:\\.|[^\x60\\])*\x60`,
  keyword: String.raw`\b(?:import|export|from|const|let|function|return|if|else|for|of|in|new|await|async|throw|type|class|extends|typeof|as|default|null|undefined|true|false|try|catch|while|switch|case)\b`,
  number: NUMBERS,
  call: String.raw`\b[A-Za-z_$][\w$]*(?=\()`,
}
const PYTHON: Grammar = {
  comment: String.raw`#.*`,
  string: String.raw`[fbr]?"""[\s\S]*?"""|[fbr]?(?:${STRINGS})`,
  keyword: String.raw`\b(?:import|from|def|return|if|elif|else|for|in|not|and|or|is|with|as|try|except|raise|class|lambda|None|True|False|pass|while)\b`,
  number: NUMBERS,
  call: String.raw`\b[A-Za-z_]\w*(?=\()`,
}
const SHELL: Grammar = {
  comment: String.raw`(?<=^|\s)#.*`,
  string: STRINGS,
  keyword: String.raw`(?<=^|\| |&& |\$\()(?:npx|npm|node|curl|git|echo|python3|stillhere|stillhere-receipt|bash|docker|systemctl|sudo|cd|until|do|done|export)\b`,
  number: String.raw`(?<=\s)--?[a-z][\w-]*`,
  call: String.raw`\$\{?\w+\}?`,
}
const MARKUP: Grammar = {
  comment: String.raw`<!--[\s\S]*?-->`,
  keyword: String.raw`<\/?[A-Za-z][\w-]*|\/?>|<!doctype`,
  string: String.raw`"[^"\n]*"`,
  call: String.raw`\b[a-z][\w-]*(?==")`,
}
const JSON_TEXT: Grammar = {
  call: String.raw`"(?:\\.|[^"\\\n])*"(?=\s*:)`,
  string: String.raw`"(?:\\.|[^"\\\n])*"`,
  keyword: String.raw`\b(?:true|false|null)\b`,
  number: String.raw`-?${NUMBERS}`,
}
const SQL: Grammar = {
  comment: String.raw`--.*`,
  string: String.raw`'[^'\n]*'`,
  keyword: String.raw`\b(?:SELECT|INSERT|INTO|UPDATE|DELETE|FROM|WHERE|VALUES|ON|CONFLICT|DO|SET|RETURNING|CREATE|TABLE|AND|OR|NOT|NULL|AS|GRANT|TO|DATABASE|USER|ROLE)\b`,
  number: NUMBERS,
}

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  ts: SCRIPT,
  tsx: SCRIPT,
  js: SCRIPT,
  php: SCRIPT,
  py: PYTHON,
  python: PYTHON,
  sh: SHELL,
  html: MARKUP,
  json: JSON_TEXT,
  sql: SQL,
}
const PATTERNS = new Map(Object.entries(GRAMMARS).map(([name, grammar]) => [name, createPattern(grammar)]))

/** Converts source code to HTML with a `<span>` per token for syntax highlighting. If `language` isn't known, the code is only escaped. */
export function formatCode(code: string, language: string): string {
  const pattern = PATTERNS.get(language)
  if (!pattern) return encodeHtml(code)
  let end = 0
  const parts: string[] = []
  for (const match of code.matchAll(pattern)) {
    const kind = Object.keys(match.groups ?? {}).find((name) => match.groups?.[name] !== undefined)
    parts.push(encodeHtml(code.slice(end, match.index)), `<span class="t-${kind}">${encodeHtml(match[0])}</span>`)
    end = match.index + match[0].length
  }
  return parts.join('') + encodeHtml(code.slice(end))
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, in element content and in quoted attributes. */
export function encodeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
}

function createPattern(grammar: Grammar): RegExp {
  const groups = Object.entries(grammar).map(([kind, source]) => `(?<${kind}>${source})`)
  return new RegExp(groups.join('|'), 'gm')
}
