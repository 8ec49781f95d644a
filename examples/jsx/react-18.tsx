import type { ScanElement, ScanEvents } from '@stillhere/client/jsx/react-18'
import '@stillhere/client/jsx/react-18'
import type { Receipt } from '@stillhere/client/receipt'
import { useEffect, useRef } from 'react'

export function Door({ onEnter }: { onEnter: (receipt: Receipt) => void }) {
  const scan = useRef<ScanElement>(null)
  useEffect(() => {
    const element = scan.current
    const enter = ({ detail }: ScanEvents['stillhere-receipt']) => onEnter(detail.receipt)
    element?.addEventListener('stillhere-receipt', enter)
    return () => element?.removeEventListener('stillhere-receipt', enter)
  }, [onEnter])
  return <stillhere-scan ref={scan} audience="https://shop.example" practice />
}
