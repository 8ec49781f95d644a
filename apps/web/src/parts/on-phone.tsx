import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../words/speak.ts'
import { CopyField } from './button.tsx'
import './qr-code.css'
import { Card } from './card.tsx'
import type { QrPath } from './qr-path.ts'

type OnPhoneProps = {
  title: string
  /** The path to open on the phone, with its fragment if it needs one. */
  path: string
  /** Explains what happens there. */
  children: ComponentChildren
}

/**
 * Shows how to continue on a phone: a QR code and the address of `path`. If a phone couldn't use this page's address, it shows how to start the
 * service for the local network instead.
 */
export function OnPhone({ title, path, children }: OnPhoneProps) {
  const address = toPhoneAddress(location, path)
  return <Card title={title}>{address === null ? <ServeFirst /> : <Code address={address}>{children}</Code>}</Card>
}

/**
 * Returns the full address of a path for a phone. Returns null if the page's origin isn't HTTPS (phones then have no motion sensors) or is this
 * machine's loopback address.
 */
export function toPhoneAddress(
  { origin, protocol, hostname }: Pick<URL, 'origin' | 'protocol' | 'hostname'>,
  path: string,
): string | null {
  return protocol === 'https:' && !isLoopback(hostname) ? `${origin}${path}` : null
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function Code({ address, children }: { address: string; children: ComponentChildren }) {
  return (
    <>
      {children}
      <QrCode text={address} label={say('QR code of {address}', { address })} />
      <CopyField label={say('Or open this address there')} value={address} />
    </>
  )
}

/** Shows a text as a QR code, and reserves its space until it's drawn. `label` is the description for screen readers. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [qr, setQr] = useState<QrPath | null>(null)
  useEffect(() => {
    // Loaded late, because most people use a phone and never need it.
    import('./qr-path.ts').then(
      ({ createQrPath }) => setQr(createQrPath(text)),
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

function ServeFirst() {
  return (
    <>
      <p>
        {say(
          'This address works only on this machine, and phones share motion only with secure pages. Start the service for your network, then open the address it prints or scan its QR code:',
        )}
      </p>
      <CopyField label={say('Command')} value="npx --no-install stillhere serve --lan" />
    </>
  )
}
