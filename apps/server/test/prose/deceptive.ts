import { seededRandom } from '@stillhere/engine'

// Deceptive texts: each technique turns an honest sentence into one that reads as something else than what is signed.
type Technique = { name: string; write: (sentence: Sentence) => string }
type Sentence = { who: string; sum: string; shop: string }

const NAMES = ['ace', 'pay', 'shop', 'coop', 'space', 'oxy', 'joe', 'sophia', 'copy', 'hope']
const SHOPS = ['paypal.example', 'amazon.example', 'google.example', 'apple.example', 'coop.example', 'github.example']
const SUMS = ['10000', '1000', '25000', '700100', '5000', '120000']

/** Latin letters as other alphabets draw them; a letter that is absent stays. */
const LOOKALIKES = {
  Cyrillic: map('abcdeghijlmnopqrstuvwxyz', 'аьсԁеԍһіјӏмпорԛгѕтиѵѡхуz'),
  Armenian: map('ghnoquw', 'ցհոօզսա'),
  Cherokee: map('ABCDEGHIJKLMPRSTVWYZ', 'ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎩᏃ'),
  fullwidth: (text: string) => text.replaceAll(/[a-z0-9]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
  mathematical: (text: string) =>
    text.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97)),
  monospace: (text: string) =>
    text.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(0x1d68a + one.charCodeAt(0) - 97)),
  circled: (text: string) => text.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(0x24d0 + one.charCodeAt(0) - 97)),
  phonetic: map('abegiklnopruvwyz', 'ɑʙᴇɡıᴋʟɴᴏᴘʀᴜᴠᴡʏᴢ'),
}

function map(from: string, to: string): (text: string) => string {
  const table = new Map(Array.from(from).map((sign, index) => [sign, Array.from(to)[index] ?? sign]))
  return (text) => Array.from(text, (sign) => table.get(sign) ?? sign).join('')
}

const { Cyrillic, Armenian, Cherokee, fullwidth, mathematical, monospace, circled, phonetic } = LOOKALIKES
const group = (sum: string, sign: string) => sum.replace(/(\d)(\d{3})$/, `$1${sign}$2`)
const between = (sum: string, sign: string) => `${sum.slice(0, 1)}${sign}${sum.slice(1)}`
const toName =
  (write: (who: string) => string) =>
  ({ who, sum }: Sentence) =>
    `Pay ${sum} EUR to ${write(who)}`
const toSum =
  (write: (sum: string) => string) =>
  ({ who, sum }: Sentence) =>
    `Pay ${write(sum)} EUR to ${who}`
const toShop =
  (write: (shop: string) => string) =>
  ({ shop }: Sentence) =>
    `Sign in at ${write(shop)} now`
// The first letter that an alphabet has: a mixed word.
const first =
  (write: (text: string) => string) =>
  (text: string): string => {
    const at = Array.from(text).findIndex((sign) => write(sign) !== sign)
    if (at === -1) return first(write)(`q${text}anou`)
    return Array.from(text, (sign, index) => (index === at ? write(sign) : sign)).join('')
  }
// Only words that the alphabet can draw whole.
const whole =
  (write: (text: string) => string, words: string[]) =>
  ({ who, sum }: Sentence) => {
    const word = words[(who.length + sum.length) % words.length] ?? ''
    return (
      [`Pay ${sum} EUR to ${write(word)}`, `To: ${write(word)}`, `Sign in as ${write(word)} today`][word.length % 3] ??
      ''
    )
  }

const TECHNIQUES: Technique[] = [
  { name: 'a Cyrillic letter in a word', write: toName(first(Cyrillic)) },
  { name: 'a Greek letter in a word', write: toName(first(map('ouvip', 'ουνιρ'))) },
  { name: 'an Armenian letter in a word', write: toShop(first(Armenian)) },
  { name: 'Cherokee letters', write: toName((who) => Cherokee(who.toUpperCase())) },
  { name: 'a whole word in Cyrillic', write: whole(Cyrillic, ['ace', 'copy', 'space', 'coop', 'joe', 'hope', 'pay']) },
  {
    name: 'a whole word in Cyrillic capitals',
    write: whole(map('ABCEHKMOPTXY', 'АВСЕНКМОРТХУ'), ['BACK', 'TEAM', 'COMET', 'HOME', 'AMEX', 'METAX']),
  },
  {
    name: 'a whole word in Greek',
    write: whole(map('aivopuy', 'αινορυγ'), ['oo', 'yo', 'opa', 'via', 'ivy', 'papua', 'uv']),
  },
  {
    name: 'a whole word in Greek capitals',
    write: whole(map('ABEZHIKMNOPTYX', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'), ['BANK', 'KAPPA', 'TEAM', 'HTTP', 'MONEY', 'NATO']),
  },
  {
    name: 'a whole word in Armenian',
    write: whole(map('ghnouq', 'ցհոօսզ'), ['no', 'hug', 'huon', 'gun', 'nun', 'honu']),
  },
  {
    name: 'a whole domain in Cyrillic',
    write: ({ sum }) => `Pay ${sum} EUR at ${['раура.рф', 'сор.рф', 'ехро.рф', 'соре.рф'][sum.length % 4]}`,
  },
  { name: 'fullwidth letters', write: toName(fullwidth) },
  { name: 'fullwidth digits', write: toSum(fullwidth) },
  { name: 'mathematical letters', write: toName(mathematical) },
  { name: 'monospace letters', write: toShop(monospace) },
  { name: 'circled letters', write: toName(circled) },
  { name: 'phonetic letters', write: toShop(first(phonetic)) },
  { name: 'Roman numerals', write: toShop(first(map('ldcmi', 'ⅼⅾⅽⅿⅰ'))) },
  { name: 'a Roman fifty as a one', write: toSum((sum) => sum.replace('1', 'ⅼ').replace(/^[^ⅼ]/, 'ⅼ')) },
  { name: 'a digit of another script', write: toSum((sum) => sum.replace('0', '০')) },
  { name: 'Arabic-Indic digits', write: toSum((sum) => map('0123456789', '٠١٢٣٤٥٦٧٨٩')(sum)) },
  { name: 'Bengali four as an eight', write: toSum((sum) => `৪${sum}`) },
  { name: 'superscripts behind a number', write: toSum((sum) => `${sum.slice(0, 2)}²`) },
  { name: 'subscripts behind a number', write: toSum((sum) => `${sum.slice(0, 2)}₀`) },
  { name: 'a circled digit', write: toSum((sum) => `①${sum.slice(1)}`) },
  { name: 'a fraction slash', write: toSum((sum) => `1⁄${sum}`) },
  { name: 'letters O as zeros', write: toSum((sum) => sum.replaceAll('0', 'O')) },
  { name: 'a letter O in a number', write: toSum((sum) => sum.replace(/0$/, 'O')) },
  { name: 'a Cyrillic O in a number', write: toSum((sum) => sum.replace('0', 'О')) },
  { name: 'a letter l as a one', write: toSum((sum) => `l${sum.slice(1)}`) },
  { name: 'a low quotation mark as a comma', write: toSum((sum) => group(sum, '\u201A')) },
  { name: 'a one dot leader', write: toSum((sum) => group(sum, '\u2024')) },
  { name: 'a middle dot in a number', write: toSum((sum) => group(sum, '·')) },
  { name: 'an Arabic decimal separator', write: toSum((sum) => group(sum, '\u066B')) },
  { name: 'two grouping signs', write: toSum((sum) => `1.000,000.${sum.slice(-3)}`) },
  { name: 'two grouping signs, one a space', write: toSum((sum) => `1,000 ${sum.slice(-3)}`) },
  { name: 'an apostrophe and a comma', write: toSum((sum) => `1'000,000'${sum.slice(-3)}`) },
  { name: 'a doubled grouping sign', write: toSum((sum) => group(sum, ',,')) },
  { name: 'a no-break space in a number', write: toSum((sum) => group(sum, '\u00A0')) },
  { name: 'a thin space in a number', write: toSum((sum) => group(sum, '\u2009')) },
  { name: 'a zero-width space', write: toSum((sum) => between(sum, '\u200B')) },
  { name: 'a zero-width joiner', write: toName((who) => between(who, '\u200D')) },
  { name: 'a soft hyphen', write: toName((who) => between(who, '\u00AD')) },
  { name: 'a word joiner', write: toSum((sum) => between(sum, '\u2060')) },
  { name: 'a Hangul filler', write: toName((who) => `${who}\u3164`) },
  { name: 'a braille blank', write: toSum((sum) => between(sum, '\u2800')) },
  { name: 'tag characters', write: toName((who) => `${who}\u{E0061}\u{E0062}`) },
  { name: 'a variation selector', write: toSum((sum) => between(sum, '\uFE0F')) },
  { name: 'a right-to-left override', write: toSum((sum) => `\u202E${sum}\u202C`) },
  { name: 'a right-to-left isolate', write: toName((who) => `\u2067${who}\u2069`) },
  { name: 'a right-to-left mark', write: toSum((sum) => `\u200F${sum}`) },
  { name: 'a Hebrew letter between digits', write: toSum((sum) => between(sum, ' א ')) },
  { name: 'an Arabic letter between digits', write: toSum((sum) => between(sum, ' و ')) },
  { name: 'a Hebrew letter before a number', write: ({ sum, who }) => `Pay ${who} ש ${sum} EUR` },
  { name: 'Hebrew letters that begin a number', write: ({ sum }) => `10 ש 000 EUR ${sum}` },
  { name: 'a slash over a digit', write: toSum((sum) => between(sum, '\u0338')) },
  { name: 'a stroke through a letter', write: toName((who) => between(who, '\u0336')) },
  { name: 'an enclosing circle', write: toSum((sum) => `${sum}\u20DD`) },
  { name: 'a dot over an i', write: toShop((shop) => `i\u0307${shop}`) },
  { name: 'piled marks', write: toName((who) => between(who, '\u0300\u0301\u0302\u0303')) },
  { name: 'letters apart from their marks', write: toName((who) => `${who}u\u0308`) },
  { name: 'a line of box drawing', write: ({ who }) => `Pay ${who} ────────── Approved already` },
  { name: 'a line of hyphens', write: ({ who }) => `Pay ${who} ---------- Approved already` },
  { name: 'a ballot box that is checked', write: ({ who }) => `Pay ${who} ☑ Approved already` },
  { name: 'a division slash in an address', write: toShop((shop) => `${shop}∕login`) },
  { name: 'a letter that looks like a colon', write: toShop((shop) => `https꞉//${shop}`) },
  { name: 'a fullwidth full stop', write: toShop((shop) => shop.replace('.', '．')) },
  { name: 'an ideographic full stop, half as wide', write: toShop((shop) => shop.replace('.', '｡')) },
  { name: 'a click as an exclamation mark', write: toName((who) => `${who}ǃ`) },
  { name: 'a Hangul jamo as a letter', write: toName((who) => `${who}ㅇ`) },
  { name: 'an ideographic zero', write: toSum((sum) => sum.replaceAll('0', '〇')) },
  { name: 'a katakana no as a slash', write: toShop((shop) => `${shop}ノlogin`) },
  { name: 'a Hebrew samekh as an o', write: toName((who) => `${who} סס`) },
  { name: 'a Malayalam letter as an o', write: toShop((shop) => shop.replace('o', 'ഠ').replace(/^([^ഠ]*)$/, '$1ഠ')) },
  { name: 'an emoji with a letter', write: toName((who) => `${who} 🅰`) },
  { name: 'an emoji that is a number', write: ({ who, sum }) => `Pay 💯 EUR to ${who}, not ${sum}` },
]

/** Deceptive texts, about as many of each technique, all different. */
export function listDeceptive(count: number, seed: number): { technique: string; text: string }[] {
  const random = seededRandom(seed)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const found = new Map<string, string>()
  for (let nth = 0; found.size < count; nth++) {
    const { name, write } = TECHNIQUES[nth % TECHNIQUES.length] as Technique
    found.set(write({ who: pick(NAMES), sum: pick(SUMS), shop: pick(SHOPS) }), name)
  }
  return Array.from(found, ([text, technique]) => ({ technique, text }))
}
