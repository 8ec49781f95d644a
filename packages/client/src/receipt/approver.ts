export * from '@stillhere/receipt/approver'
