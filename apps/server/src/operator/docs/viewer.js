// The page works without this script; it adds a search, buttons to copy, and the address that the page came from.
const api = document.querySelector('.api')
const all = [...api.querySelectorAll('details')]
const texts = new Map(all.map((one) => [one, one.textContent.toLowerCase()]))
const search = api.querySelector('search')
const input = api.querySelector('#wanted')
const found = api.querySelector('output')

search.hidden = false
input.addEventListener('input', showWanted)
window.addEventListener('hashchange', openTarget)
for (const sample of api.querySelectorAll('.sample')) {
  useOwnAddress(sample)
  addCopyButton(sample)
}
openTarget()

function showWanted() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const one of all) one.hidden = !words.every((word) => texts.get(one).includes(word))
  for (const section of api.querySelectorAll('section'))
    section.hidden = section.querySelector('details:not([hidden])') === null
  const count = all.filter((one) => !one.hidden).length
  found.value = words.length === 0 ? '' : `${count} of ${all.length} endpoints`
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1))
  if (target instanceof HTMLDetailsElement) target.open = true
}

function useOwnAddress(sample) {
  const code = sample.querySelector('code')
  code.textContent = code.textContent.replace(api.dataset.base, location.origin)
}

function addCopyButton(sample) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', () => void copy(sample, button))
  sample.append(button)
}

async function copy(sample, button) {
  const code = sample.querySelector('code')
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
  } catch {
    // Plain HTTP has no clipboard: what is selected can be copied by hand.
    getSelection().selectAllChildren(code)
    button.textContent = 'Selected'
  }
}
