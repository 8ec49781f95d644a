import '@stillhere/client/element'

const scan = document.querySelector('stillhere-scan')
const answer = document.querySelector('output')

scan?.addEventListener('stillhere-receipt', ({ detail }) => {
  // Send it to your server, which decides with requireReceipt or acceptReceipt whether it is good for you.
  if (answer) answer.textContent = `A receipt until ${detail.receipt.expiresAt}.`
})
