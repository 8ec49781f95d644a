import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { PAGE_WORDS } from './flow/words.ts'

/** The heading at once, and the scan, which is most of the code, as soon as it is there. */
export const Page = lazyPart(async () => (await import('./view/scan-view.tsx')).ScanView, Head)

function Head() {
  return <PageHead title={PAGE_WORDS.title} lead={PAGE_WORDS.lead} />
}
