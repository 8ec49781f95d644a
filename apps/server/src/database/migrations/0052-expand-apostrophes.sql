-- Names that differ by ' and ’ alone look the same. Of several, the one with ' keeps the look, or else the first; the others keep their names without.
UPDATE node AS n SET skeleton = s.kept
FROM (
  SELECT id, skeleton, CASE WHEN row_number() OVER (PARTITION BY plain ORDER BY skeleton <> plain, id) = 1 THEN plain END AS kept
  FROM (SELECT id, skeleton, replace(skeleton, '’', '''') AS plain FROM node WHERE skeleton ~ '[’'']') AS looks
) AS s
WHERE s.id = n.id AND s.skeleton LIKE '%’%';

UPDATE agent AS a SET skeleton = s.kept
FROM (
  SELECT id, skeleton, CASE WHEN row_number() OVER (PARTITION BY plain ORDER BY skeleton <> plain, id) = 1 THEN plain END AS kept
  FROM (SELECT id, skeleton, replace(skeleton, '’', '''') AS plain FROM agent WHERE skeleton ~ '[’'']') AS looks
) AS s
WHERE s.id = a.id AND s.skeleton LIKE '%’%';
