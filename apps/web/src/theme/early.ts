import { readTheme, showTheme } from './theme.ts'

// A plain script in the head, so that the first paint has the chosen colors.
showTheme(readTheme())
