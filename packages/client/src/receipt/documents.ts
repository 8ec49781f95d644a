export * from '@stillhere/receipt/documents'
