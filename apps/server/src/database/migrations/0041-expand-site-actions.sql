-- The actions of a site's pages, each with the least level that siteverify takes for it. A page runs in anybody's browser, so what it
-- asks for proves nothing.
ALTER TABLE site ADD COLUMN actions jsonb NOT NULL DEFAULT '{}'
  CHECK (jsonb_typeof(actions) = 'object' AND NOT jsonb_path_exists(actions, '$.* ? (!(@ >= 1 && @ <= 3))'));
