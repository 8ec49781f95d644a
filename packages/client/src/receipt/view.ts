export * from '@stillhere/receipt/view'
