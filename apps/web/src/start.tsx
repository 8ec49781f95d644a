import { type ComponentType, render } from 'preact'
import { startRouter } from './router.ts'
import { startWorker } from './service-worker/register.ts'
import { watchOtherTabs } from './session/session.ts'
import { isOfSite, loadPage, findPage } from './shell/pages.ts'
import { Shell } from './shell/shell.tsx'
import { confirmSession } from './sign-in/sign-in.ts'

watchOtherTabs()
void confirmSession()
startRouter((path) => findPage(path) !== undefined && !isOfSite(path))
const root = document.getElementById('app')
if (root) void draw(root)
startWorker()

async function draw(into: HTMLElement): Promise<void> {
  // What the service wrote into the document stays until the page that takes its place is there.
  const first = into.hasChildNodes() ? await loadFirst() : null
  into.replaceChildren()
  render(<Shell first={first} />, into)
}

async function loadFirst(): Promise<ComponentType | null> {
  const page = findPage(location.pathname)
  return page ? loadPage(page).catch(() => null) : null
}
