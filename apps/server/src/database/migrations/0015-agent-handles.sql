-- What handles that look the same have in common (UTS #39). Those of ASCII are known here; of several agents that look alike
-- already, the proved or else the first one has it. A handle beyond ASCII that was declared before has none.
ALTER TABLE agent ADD COLUMN skeleton text;

UPDATE agent AS a SET skeleton = s.skeleton
FROM (
  SELECT id, skeleton, row_number() OVER (PARTITION BY skeleton ORDER BY verified_at IS NULL, id) AS place
  FROM (
    SELECT id, verified_at, lower(translate(replace(agent_handle, 'm', 'rn'), 'I10', 'llO')) AS skeleton
    FROM agent WHERE agent_handle ~ '^[ -~]+$'
  ) AS ascii
) AS s
WHERE s.id = a.id AND s.place = 1;

CREATE UNIQUE INDEX agent_skeleton ON agent (skeleton);
CREATE INDEX agent_unproved ON agent (declared_at) WHERE state = 'declared';

-- An agent can be removed; a key that was proved once is not proved again by anybody.
ALTER TABLE proved_key
  ALTER COLUMN agent_id DROP NOT NULL,
  DROP CONSTRAINT proved_key_agent_id_fkey,
  ADD FOREIGN KEY (agent_id) REFERENCES agent ON DELETE SET NULL;
