import '@stillhere/client/element'
import { verifyReceipt } from '@stillhere/client/receipt'

const scan = document.querySelector('stillhere-scan')
const answer = document.querySelector('output')

scan?.addEventListener('stillhere-receipt', ({ detail }) => {
  const { status } = verifyReceipt(detail.receipt)
  if (answer) answer.textContent = `The receipt is ${status}.`
})
