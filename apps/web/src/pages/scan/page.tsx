import { PageHead } from '../../parts/card.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PAGE_WORDS } from './words.ts'

/** Shows the Scan page: the heading at once, and the scan, which is most of the code, once it has loaded. */
export const Page = lazyPart(async () => (await import('./scan-view.tsx')).ScanView, Head)

function Head() {
  return <PageHead title={PAGE_WORDS.title} lead={PAGE_WORDS.lead} />
}
