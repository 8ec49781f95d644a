-- A fresh sign-in replaces the code that a further passkey or enrollment needed.
DROP TABLE passkey_node;
ALTER TABLE node_enrollment DROP COLUMN allowed_until;
