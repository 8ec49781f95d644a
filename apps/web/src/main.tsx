import './style/tokens.css'
import './style/base.css'
import { render } from 'preact'
import { startRouter } from './router.ts'
import { pageAt } from './shell/pages.ts'
import { Shell } from './shell/shell.tsx'

startRouter((path) => pageAt(path) !== undefined)
const root = document.getElementById('app')
if (root) render(<Shell />, root)
