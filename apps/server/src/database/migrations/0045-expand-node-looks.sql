-- What handles of people that look the same have in common (UTS #39), as agents have it since 0015. Of several that look alike already,
-- the one that was active first has it; the others keep their handles without. Processes of the version before leave it as it is.
ALTER TABLE node ADD COLUMN skeleton text UNIQUE;

UPDATE node AS n SET skeleton = s.skeleton
FROM (
  SELECT id, skeleton, row_number() OVER (PARTITION BY skeleton ORDER BY activated_at, id) AS place
  FROM (
    SELECT id, activated_at, lower(translate(replace(node_handle, 'm', 'rn'), 'I10', 'llO')) AS skeleton
    FROM node WHERE node_handle ~ '^[ -~]+$'
  ) AS ascii
) AS s
WHERE s.id = n.id AND s.place = 1;
