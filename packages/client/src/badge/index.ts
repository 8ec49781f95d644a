import { BadgeElement, defineBadgeElement } from './badge-element.ts'

export type { BadgeWords } from './badge-words.ts'
export { BadgeElement, defineBadgeElement }

defineBadgeElement()
