import './qr-code.css'
import { useEffect, useState } from 'preact/hooks'
import type { QrPath } from './qr-path.ts'

/** A QR code; its place is kept until it is drawn. `label` is for those who do not see it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [qr, setQr] = useState<QrPath | null>(null)
  useEffect(() => {
    // Most people come with a phone and never need it.
    import('./qr-path.ts').then(
      ({ qrPath }) => setQr(qrPath(text)),
      () => {},
    )
  }, [text])
  return (
    <div class="qr-code">
      {qr ? (
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label}>
          <path d={qr.d} />
        </svg>
      ) : null}
    </div>
  )
}
