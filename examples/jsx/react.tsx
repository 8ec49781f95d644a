import '@stillhere/client/jsx/react'
import type { Receipt } from '@stillhere/client/receipt'

export function Door({ onEnter }: { onEnter: (receipt: Receipt) => void }) {
  return (
    <stillhere-scan
      audience="https://shop.example"
      practice
      onstillhere-receipt={({ detail }) => onEnter(detail.receipt)}
      onstillhere-failure={({ detail }) => console.warn(detail.error.advice)}
    />
  )
}
