-- Whether a link ended unused because an operator came in another way. Such a link has used_at, too: a process of the version before
-- knows no other sign that it is closed.
ALTER TABLE setup_link ADD COLUMN is_ended boolean NOT NULL DEFAULT false;
