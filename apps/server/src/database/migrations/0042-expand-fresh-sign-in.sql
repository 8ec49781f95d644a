-- When the person behind a token or session showed who they are: what grants lasting authority needs a recent sign-in.
-- Null where no sign-in gave the token; it is then never fresh. So are all tokens from before.
ALTER TABLE node_token ADD COLUMN signed_in_at timestamptz;
