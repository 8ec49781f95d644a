import '@stillhere/client/jsx/solid'
import type { Receipt } from '@stillhere/client/receipt'

export function Door(props: { onEnter: (receipt: Receipt) => void }) {
  return (
    <stillhere-scan
      audience="https://shop.example"
      practice
      on:stillhere-receipt={({ detail }) => props.onEnter(detail.receipt)}
      on:stillhere-failure={({ detail }) => console.warn(detail.error.advice)}
    />
  )
}
