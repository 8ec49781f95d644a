import { describe, expect, it } from 'vitest'
import { listDeceptive } from '../../test/prose/deceptive.ts'
import { HELD_OUT_DECEPTIVE, HELD_OUT_HONEST, SECOND_DECEPTIVE, SECOND_HONEST } from '../../test/prose/held-out.ts'
import { listHonest } from '../../test/prose/honest.ts'
import { findProseProblems, listDetails, type ShownText } from './prose.ts'

const SEED = 1
const judge = (text: string) => findProseProblems([['/text', text]])[0]?.message

describe('texts that people approve', () => {
  it('refuses 300 deceptive texts', () => {
    const texts = listDeceptive(300, SEED)
    expect(texts).toHaveLength(300)
    expect(texts.filter(({ text }) => judge(text) === undefined)).toEqual([])
  })

  it('takes 500 honest texts in fourteen languages', () => {
    const texts = listHonest(36, SEED)
    expect(texts.length).toBeGreaterThanOrEqual(500)
    expect(
      texts.flatMap((one) => (judge(one.text) === undefined ? [] : [{ ...one, problem: judge(one.text) }])),
    ).toEqual([])
  })

  it('does as well on texts that it was not made for', () => {
    expect(HELD_OUT_DECEPTIVE.filter((text) => judge(text) === undefined)).toEqual([])
    expect(HELD_OUT_HONEST.filter((text) => judge(text) !== undefined)).toEqual([])
  })

  it('has learned from a second round of texts', () => {
    expect(SECOND_DECEPTIVE.filter((text) => judge(text) === undefined)).toEqual([])
    expect(SECOND_HONEST.flatMap((text) => (judge(text) === undefined ? [] : [[text, judge(text)]]))).toEqual([])
  })

  it.each([
    'Kort •••• 4242, **** 4242',
    'Col·laborar amb Núria Marcel·lí',
    '阿里·木 · 3 × 4, a − b, 20°C, n°3, Nº7, nº 8, el 3.º, 3×AA',
    'Öde: altın.example, Işıl',
    'Mở điện-lạnh.example của Bạn',
    'Giao tới Quận1',
    'Tickets for A$AP Rocky',
    'Run it at * * * * *',
    '订购 iPhone 17（256GB），¥7,999',
  ])('takes signs in their own place: %s', (text) => {
    expect(judge(text)).toBeUndefined()
  })

  it.each([
    'Open e×ample.example',
    'Pay pa\u00A1d',
    'Pay am₳zon',
    'Pay g°°gle',
    '向 bank·example 支付',
    'Pay 10Ø EUR',
    'Pay 900 EUR · · · · · · Signed',
    'Pay 1.º0 EUR',
    'Pay 1…000 EUR',
    'دفع 5 ريـال',
  ])('refuses them elsewhere: %s', (text) => {
    expect(judge(text)).toBeDefined()
  })

  it.each<[what: string, shown: ShownText[], pointers: string[]]>([
    [
      'a word beside Latin ones',
      [
        ['/a', 'Pay 10 EUR'],
        ['/b', '\u0430\u0441\u0435'],
      ],
      ['/b'],
    ],
    [
      'a word beside Russian ones',
      [
        ['/a', 'Оплатить счёт'],
        ['/b', '\u0430\u0441\u0435'],
      ],
      [],
    ],
    ['a word alone, on a page in Latin letters', [['/a', '\u0430\u0441\u0435']], ['/a']],
    [
      'a word under an English name',
      [
        ['/a', 'Оплатить счёт'],
        ['/b', 'To'],
        ['/b', 'Сара'],
      ],
      [],
    ],
    [
      'a domain under .рф',
      [
        ['/a', 'Sign in'],
        ['/b', '\u0440\u0430\u0443\u0440\u0430.рф'],
      ],
      ['/b'],
    ],
    ['a Latin word that looks Russian', [['/a', 'Перевести деньги, кому: Mapa']], ['/a']],
    ['brands among Russian words', [['/a', 'Купить TOYOTA через Google Pay с iPhone']], []],
    ['a Greek word beside Russian ones', [['/a', 'Перевести деньги, кому: \u03BD\u03BF\u03C1']], ['/a']],
    ['empty lines', [['/a', 'Pay 7 €\n\n\nand 700 €']], ['/a']],
    [
      'each line by itself, each field once',
      [
        ['/a', 'Pay 7 €\nPay 1OO €\nPay ⅼ0 €'],
        ['/b', 'fine'],
      ],
      ['/a'],
    ],
    [
      'names of code, which people see with escapes',
      listDetails('/d', { command: 'rm \u202Etxt', to: '\u202Ex' }),
      ['/d/to'],
    ],
    ['nothing', [], []],
    ['an empty text', [['/a', '']], []],
  ])('judges together what is shown together: %s', (_, shown, pointers) => {
    expect(findProseProblems(shown).map(({ pointer }) => pointer)).toEqual(pointers)
  })
})
