import { type ComponentType, render } from 'preact'
import { startRouter } from './router.ts'
import { registerWorker } from './service-worker/register.ts'
import { followOtherTabs } from './session/session.ts'
import { isOfSite, loadPage, pageAt } from './shell/pages.ts'
import { Shell } from './shell/shell.tsx'
import { confirmSession } from './sign-in/enter.ts'

followOtherTabs()
void confirmSession()
startRouter((path) => pageAt(path) !== undefined && !isOfSite(path))
const root = document.getElementById('app')
if (root) void draw(root)
registerWorker()

async function draw(into: HTMLElement): Promise<void> {
  // What the service wrote into the document stays until the page that takes its place is there.
  const first = into.hasChildNodes() ? await loadFirst() : null
  into.replaceChildren()
  render(<Shell first={first} />, into)
}

async function loadFirst(): Promise<ComponentType | null> {
  const page = pageAt(location.pathname)
  return page ? loadPage(page).catch(() => null) : null
}
