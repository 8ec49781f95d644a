export { LEVEL_ONE_WORDS } from '@stillhere/client/receipt/view'
