import { createFormat } from '@stillhere/client/format'
import { language } from './speak.ts'

export const { formatMoment, formatNumber, formatPercent } = createFormat(language)
