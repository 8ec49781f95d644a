export * from '@stillhere/receipt'
