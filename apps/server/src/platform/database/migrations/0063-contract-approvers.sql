-- A request can ask several people, and `need` of them must grant it. The request names its site or agent itself; the rights by which
-- it asks people are in request_approver. A check asks one person, who is unknown until they answer.
ALTER TABLE request DROP CONSTRAINT request_check;
ALTER TABLE request
  ADD COLUMN agent_id bigint REFERENCES agent ON DELETE CASCADE,
  ADD COLUMN people smallint NOT NULL DEFAULT 1,
  ADD COLUMN need smallint NOT NULL DEFAULT 1,
  ADD COLUMN grants smallint NOT NULL DEFAULT 0,
  -- People who denied, whose right ended, or whose scans were refused too often.
  ADD COLUMN removed smallint NOT NULL DEFAULT 0;

-- The people whom an approval asks, by the right of its asker to ask them. An asker has one such row for each person, so people
-- count once, by all their names.
CREATE TABLE request_approver (
  request_id uuid NOT NULL REFERENCES request ON DELETE CASCADE,
  asker_id bigint NOT NULL REFERENCES asker ON DELETE CASCADE,
  -- Their handle when they were asked, or the name under which the asker knows them if it used that one.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'denied', 'failed')),
  reason text CHECK ((reason IS NULL) = (state IN ('open', 'granted'))),
  decided_at timestamptz CHECK ((decided_at IS NULL) = (state = 'open')),
  refusals smallint NOT NULL DEFAULT 0 CHECK (refusals BETWEEN 0 AND 5),
  PRIMARY KEY (request_id, asker_id)
);

INSERT INTO request_approver (request_id, asker_id, name, state, reason, decided_at, refusals)
SELECT r.id, r.asker_id, n.node_handle, r.state, r.reason, r.ended_at, r.refusals
FROM request r JOIN asker a ON a.id = r.asker_id JOIN node n ON n.id = a.node_id;

ALTER TABLE request_grant ADD COLUMN asker_id bigint;
UPDATE request_grant g SET asker_id = r.asker_id FROM request r WHERE r.id = g.request_id;
ALTER TABLE request_grant
  ADD FOREIGN KEY (request_id, asker_id) REFERENCES request_approver ON DELETE CASCADE,
  ADD UNIQUE (request_id, asker_id);

UPDATE request r SET site_id = a.site_id, agent_id = a.agent_id FROM asker a WHERE a.id = r.asker_id;
UPDATE request SET grants = (state = 'granted')::int, removed = (kind = 'approval' AND state IN ('denied', 'failed'))::int,
  refusals = CASE WHEN kind = 'check' THEN refusals ELSE 0 END;
ALTER TABLE request
  DROP COLUMN asker_id,
  ADD CHECK (num_nonnulls(site_id, agent_id) = 1 AND (kind = 'approval' OR agent_id IS NULL)),
  ADD CHECK (people BETWEEN 1 AND 10 AND (people = 1 OR kind = 'approval')),
  ADD CHECK (need BETWEEN 1 AND people),
  ADD CONSTRAINT request_grants CHECK (grants BETWEEN 0 AND need AND (grants = need) = (state = 'granted')),
  ADD CONSTRAINT request_reachable CHECK (removed BETWEEN 0 AND people AND (state <> 'open' OR people - removed >= need));

CREATE INDEX request_of_agent ON request (agent_id) WHERE agent_id IS NOT NULL;
-- The requests for which an asker may ask a person, open ones and those that were denied lately.
CREATE INDEX request_approver_of_asker ON request_approver (asker_id, decided_at);
