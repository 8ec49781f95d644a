export * from '@stillhere/receipt/verifier'
